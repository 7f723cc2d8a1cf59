import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { areCapabilities, hasOnly, isClientInfo } from './direct-client.ts';
import {
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  LEGACY_VERSIONS,
  MODERN_VERSION,
  PROTOCOL_VERSION_KEY,
  TRACEPARENT_KEY,
  TRACESTATE_KEY,
} from './wire-names.ts';

/** Keys of a request; with any other it is not a plain request. */
const MESSAGE = new Set(['jsonrpc', 'id', 'method', 'params']);

/** Methods answered directly, with the parameters that they may have. */
const METHODS: { readonly [method: string]: ReadonlySet<string> } = {
  'tools/call': new Set(['name', 'arguments', '_meta']),
  'tools/list': new Set(['cursor', '_meta']),
};

/** Supported keys of `_meta`; any other may have a meaning. */
const META = new Set([
  PROTOCOL_VERSION_KEY,
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  TRACEPARENT_KEY,
  TRACESTATE_KEY,
  'progressToken',
]);

/** A valid request outside a session. */
export interface DirectRequest {
  id: string | number;
  method: string;
  params: JsonObject;
  meta: JsonObject;
  isModern: boolean;
  /** Token under which the client wants progress notifications. */
  progressToken?: string | number;
}

/**
 * Reads an ordinary request of either era. Anything unusual or invalid gives null and is left to the SDK.
 */
export function readDirectRequest(headers: Headers, message: unknown): DirectRequest | null {
  if (!isJsonObject(message) || !hasOnly(message, MESSAGE)) return null;
  const { jsonrpc, id, method, params = {} } = message;
  if (jsonrpc !== '2.0' || !isId(id) || typeof method !== 'string' || !isJsonObject(params))
    return null;
  const known = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  const { _meta: meta = {} } = params;
  if (known === undefined || !takesAnyAnswer(headers) || !isJsonObject(meta)) return null;
  if (!hasOnly(params, known) || !hasOnly(meta, META)) return null;
  const isModern = PROTOCOL_VERSION_KEY in meta;
  if (!(isModern ? isModernRequest(headers, method, params, meta) : isLegacyRequest(headers)))
    return null;
  const { progressToken } = meta;
  if (progressToken !== undefined && !isId(progressToken)) return null;
  return {
    id,
    method,
    params,
    meta,
    isModern,
    ...(progressToken === undefined ? {} : { progressToken }),
  };
}

function isId(value: JsonValue | undefined): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** Clients must accept JSON and event streams. */
function takesAnyAnswer(headers: Headers): boolean {
  const accept = headers.get('accept') ?? '';
  const type = headers.get('content-type') ?? '';
  return (
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    /^application\/json *(?:; *charset=[\w-]+ *)?$/i.test(type)
  );
}

/** The envelope is complete and agrees with the headers. */
function isModernRequest(
  headers: Headers,
  method: string,
  { name = null }: JsonObject,
  meta: JsonObject,
): boolean {
  const client = meta[CLIENT_INFO_KEY];
  return (
    meta[PROTOCOL_VERSION_KEY] === MODERN_VERSION &&
    areCapabilities(meta[CLIENT_CAPABILITIES_KEY]) &&
    (client === undefined || isClientInfo(client)) &&
    headers.get('mcp-protocol-version') === MODERN_VERSION &&
    headers.get('mcp-method') === method &&
    headers.get('mcp-name') === name
  );
}

function isLegacyRequest(headers: Headers): boolean {
  const version = headers.get('mcp-protocol-version');
  return (version === null || LEGACY_VERSIONS.includes(version)) && !headers.has('mcp-session-id');
}
