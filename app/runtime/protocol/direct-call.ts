import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
  TRACEPARENT_META_KEY,
  TRACESTATE_META_KEY,
} from '@modelcontextprotocol/server';

import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { TraceContext } from '../tool-context.ts';
import { readTrace } from '../trace-context.ts';

const MODERN = '2026-07-28';
const PARAMS = new Set(['name', 'arguments', '_meta']);
/** What `_meta` may hold here; whatever else it holds may mean something. */
const META = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  TRACEPARENT_META_KEY,
  TRACESTATE_META_KEY,
  'progressToken',
]);

/** A `tools/call` outside of a session in which all is as it should be. */
export interface DirectCall {
  id: string | number;
  name: string;
  arguments: JsonObject;
  isModern: boolean;
  /** The client can be asked something. */
  canAnswer: boolean;
  /** The client wants to hear how it goes. */
  progressToken?: string | number;
  trace?: TraceContext | undefined;
}

/**
 * Reads the everyday `tools/call`, of either era. Everything that is unusual or wrong is null: the
 * SDK knows what to say to that.
 */
export function readDirectCall(headers: Headers, message: unknown): DirectCall | null {
  if (!isJsonObject(message) || message['method'] !== 'tools/call') return null;
  const { jsonrpc, id, params } = message;
  if (jsonrpc !== '2.0' || !isId(id) || !isJsonObject(params) || !takesAnyAnswer(headers))
    return null;
  const { name, arguments: args = {}, _meta: meta = {} } = params;
  if (typeof name !== 'string' || !isJsonObject(args) || !isJsonObject(meta)) return null;
  if (!hasOnly(params, PARAMS) || !hasOnly(meta, META)) return null;
  const isModern = PROTOCOL_VERSION_META_KEY in meta;
  if (!(isModern ? isModernCall(headers, name, meta) : isLegacyCall(headers))) return null;
  const { progressToken } = meta;
  if (progressToken !== undefined && !isId(progressToken)) return null;
  return {
    id,
    name,
    arguments: args,
    isModern,
    canAnswer: isModern && Object.keys(meta[CLIENT_CAPABILITIES_META_KEY] ?? {}).length > 0,
    ...(progressToken === undefined ? {} : { progressToken }),
    trace: traceOf(headers, meta),
  };
}

function traceOf(headers: Headers, meta: JsonObject): TraceContext | undefined {
  const named = readTrace(meta[TRACEPARENT_META_KEY], meta[TRACESTATE_META_KEY]);
  if (named !== undefined) return named;
  const traceparent = headers.get('traceparent');
  return traceparent === null ? undefined : readTrace(traceparent, headers.get('tracestate'));
}

function isId(value: JsonValue | undefined): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function hasOnly(object: JsonObject, names: ReadonlySet<string>): boolean {
  for (const name in object) if (!names.has(name)) return false;
  return true;
}

/** Clients have to take JSON and event streams. */
function takesAnyAnswer(headers: Headers): boolean {
  const accept = headers.get('accept') ?? '';
  const type = headers.get('content-type') ?? '';
  return (
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    /^application\/json *(?:;|$)/i.test(type)
  );
}

/** The envelope is whole, and the headers say the same. */
function isModernCall(headers: Headers, name: string, meta: JsonObject): boolean {
  const client = meta[CLIENT_INFO_META_KEY];
  return (
    meta[PROTOCOL_VERSION_META_KEY] === MODERN &&
    isJsonObject(meta[CLIENT_CAPABILITIES_META_KEY]) &&
    (client === undefined || isClient(client)) &&
    headers.get('mcp-protocol-version') === MODERN &&
    headers.get('mcp-method') === 'tools/call' &&
    headers.get('mcp-name') === name
  );
}

function isClient(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const { name, version } = value;
  return typeof name === 'string' && typeof version === 'string';
}

function isLegacyCall(headers: Headers): boolean {
  const version = headers.get('mcp-protocol-version');
  return (
    (version === null || (version !== MODERN && SUPPORTED_PROTOCOL_VERSIONS.includes(version))) &&
    !headers.has('mcp-session-id')
  );
}
