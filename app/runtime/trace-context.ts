import type { TraceContext, UpstreamRequest } from './tool-context.ts';

/** Length of `tracestate` that everybody has to pass on (W3C Trace Context, 3.3.1.5). */
const MAX_STATE_LENGTH = 512;

/** Trace named by a caller; undefined if there is none, or no valid one. */
export function readTrace(traceparent: unknown, tracestate: unknown): TraceContext | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const parts = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(?:-|$)/.exec(traceparent);
  if (parts === null || /^0+$/.test(parts[1] ?? '') || /^0+$/.test(parts[2] ?? ''))
    return undefined;
  const isState =
    typeof tracestate === 'string' &&
    tracestate.length <= MAX_STATE_LENGTH &&
    /^[\x20-\x7e]+$/.test(tracestate);
  // Of future versions only the known part is passed on.
  return { traceparent: traceparent.slice(0, 55), ...(isState ? { tracestate } : {}) };
}

/** The request as part of the caller's trace: a child of the call, with its own id. */
export function withTrace(
  request: UpstreamRequest,
  trace: TraceContext | undefined,
): UpstreamRequest {
  if (trace === undefined) return request;
  const isNamed = request.headers.some(([name]) => name.toLowerCase() === 'traceparent');
  if (isNamed) return request;
  const { traceparent, tracestate } = trace;
  const added: [string, string][] = [['traceparent', childOf(traceparent)]];
  if (tracestate !== undefined) added.push(['tracestate', tracestate]);
  return { ...request, headers: [...request.headers, ...added] };
}

function childOf(traceparent: string): string {
  const id = [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return `00-${traceparent.slice(3, 35)}-${id}-${traceparent.slice(53, 55)}`;
}
