import { isJsonObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { TraceContext } from '../tool-context.ts';
import { readTrace } from '../trace-context.ts';
import type { DirectRequest } from './direct-request.ts';
import { CLIENT_CAPABILITIES_KEY, TRACEPARENT_KEY, TRACESTATE_KEY } from './wire-names.ts';

/** A valid `tools/call` outside a session. */
export interface DirectCall {
  name: string;
  arguments: JsonObject;
  /** The client can answer questions. */
  canAnswer: boolean;
  trace?: TraceContext | undefined;
}

/** Reads an ordinary `tools/call`; null if anything about it is unusual. */
export function readDirectCall(
  headers: Headers,
  { params, meta, isModern }: DirectRequest,
): DirectCall | null {
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string' || !isJsonObject(args)) return null;
  // JSON makes it an ordinary property, which the SDK drops.
  if (Object.hasOwn(args, '__proto__')) return null;
  return {
    name,
    arguments: args,
    canAnswer: isModern && Object.keys(meta[CLIENT_CAPABILITIES_KEY] ?? {}).length > 0,
    trace: traceOf(headers, meta),
  };
}

function traceOf(headers: Headers, meta: JsonObject): TraceContext | undefined {
  const named = readTrace(meta[TRACEPARENT_KEY], meta[TRACESTATE_KEY]);
  if (named !== undefined) return named;
  const traceparent = headers.get('traceparent');
  return traceparent === null ? undefined : readTrace(traceparent, headers.get('tracestate'));
}
