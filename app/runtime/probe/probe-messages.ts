import type { JsonObject } from '../json.ts';
import type { ProbeRequest } from './probe-exchange.ts';

export const MODERN = '2026-07-28';
export const LEGACY = '2025-11-25';
const CLIENT = { name: 'mcp-builder-probe', version: '1.0.0' };

/** Address of the server, and headers of every request to it. */
export interface ProbeAddress {
  url: string;
  headers: { [name: string]: string };
}

/** Properties of every JSON-RPC message over HTTP. */
export function post(
  { url, headers }: ProbeAddress,
  message: JsonObject,
  more: { [name: string]: string } = {},
): ProbeRequest {
  return {
    method: 'POST',
    url,
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
      ...more,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  };
}

/** A request of 2026-07-28 with matching body and headers. `more` changes headers on purpose. */
export function modernRequest(
  address: ProbeAddress,
  method: string,
  params: JsonObject = {},
  more: { [name: string]: string } = {},
): ProbeRequest {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': more['mcp-protocol-version'] ?? MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': CLIENT,
  };
  const { name } = params;
  return post(
    address,
    { id: 1, method, params: { ...params, _meta } },
    {
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': toHeaderText(name) } : {}),
      ...more,
    },
  );
}

/** A request of 2025-11-25, inside a session if the server opened one. */
export function legacyRequest(
  address: ProbeAddress,
  method: string,
  params: JsonObject,
  session: string | null,
): ProbeRequest {
  return post(
    address,
    { id: 1, method, params },
    {
      'mcp-protocol-version': LEGACY,
      ...(session === null ? {} : { 'mcp-session-id': session }),
    },
  );
}

/** Begins the handshake of 2025. */
export function probeInitialize(address: ProbeAddress): ProbeRequest {
  const params = { protocolVersion: LEGACY, capabilities: {}, clientInfo: CLIENT };
  return post(address, { id: 1, method: 'initialize', params });
}

/** Completes the handshake of 2025. */
export function probeInitialized(address: ProbeAddress, session: string | null): ProbeRequest {
  return post(
    address,
    { method: 'notifications/initialized' },
    {
      'mcp-protocol-version': LEGACY,
      ...(session === null ? {} : { 'mcp-session-id': session }),
    },
  );
}

/** Encodes a name that no header can carry in base64, marked as the protocol requires. */
function toHeaderText(text: string): string {
  if (/^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/.test(text)) return text;
  return `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}?=`;
}
