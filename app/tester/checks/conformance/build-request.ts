import { toHeaderText } from '#app/mcp-client/param-headers.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';
import { MODERN, post } from '#app/runtime/probe/probe-messages.ts';
import type { ProbeAddress } from '#app/runtime/probe/probe-messages.ts';
import type { ProbeRequest } from '#app/runtime/probe/probe-exchange.ts';

const CLIENT = { name: 'mcp-builder-checks', version: '1.0.0' };

/** Places in which a request is made wrong on purpose. */
export interface AskChange {
  /** Null takes a header away. */
  headers?: { [name: string]: string | null };
  /** Instead of the usual `_meta`; null: none. */
  meta?: JsonObject | null;
  id?: JsonValue;
}

/** The `_meta` of every request of 2026-07-28. */
export function usualMeta(): JsonObject {
  return {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': CLIENT,
  };
}

/** A request of 2026-07-28 as it should be, except for the change. */
export function buildModern(
  address: ProbeAddress,
  id: string,
  method: string,
  params: JsonObject,
  { headers = {}, meta = usualMeta(), ...change }: AskChange,
): ProbeRequest {
  const name = params['name'] ?? params['uri'];
  const message: JsonObject = {
    id: change.id ?? id,
    method,
    params: meta === null ? params : { ...params, _meta: meta },
  };
  return withHeaders(post(address, message), {
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    'mcp-name': typeof name === 'string' ? toHeaderText(name) : null,
    ...headers,
  });
}

/** A request of 2025-11-25 or before, in the session. */
export function buildLegacy(
  address: ProbeAddress,
  id: string,
  method: string,
  params: JsonObject,
  { headers = {}, meta = null, ...change }: AskChange,
): ProbeRequest {
  const message: JsonObject = {
    id: change.id ?? id,
    method,
    params: meta === null ? params : { ...params, _meta: meta },
  };
  return withHeaders(post(address, message), headers);
}

/** The handshake of 2025. */
export function buildInitialize(address: ProbeAddress, id: string, version: string): ProbeRequest {
  const params = { protocolVersion: version, capabilities: {}, clientInfo: CLIENT };
  return post(address, { id, method: 'initialize', params });
}

export function withHeaders(
  request: ProbeRequest,
  headers: { [name: string]: string | null },
): ProbeRequest {
  const all = Object.entries({ ...request.headers, ...headers });
  const kept = all.filter((entry): entry is [string, string] => entry[1] !== null);
  return { ...request, headers: Object.fromEntries(kept) };
}
