import { isJsonObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { TraceContext } from '../tool-context.ts';
import { readTrace } from '../trace-context.ts';
import type { DirectRequest } from './direct-request.ts';
import { CLIENT_CAPABILITIES_KEY, TRACEPARENT_KEY, TRACESTATE_KEY } from './wire-names.ts';

/** A `tools/call` outside of a session in which all is as it should be. */
export interface DirectCall {
  name: string;
  arguments: JsonObject;
  /** The client can be asked something. */
  canAnswer: boolean;
  trace?: TraceContext | undefined;
}

/** Reads what an everyday `tools/call` is for; null where it is not as it should be. */
export function readDirectCall(
  headers: Headers,
  { params, meta, isModern }: DirectRequest,
): DirectCall | null {
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string' || !isJsonObject(args)) return null;
  // JSON makes it a property like any other, which the SDK leaves out.
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
