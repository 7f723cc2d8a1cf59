import type { ServerDefinition } from './runtime/definition.ts';
import { createToolMetrics } from './runtime/tools/metrics.ts';
import type { ToolMetrics } from './runtime/tools/metrics.ts';
import { createUpstreamGates } from './runtime/upstream/upstream-gates.ts';
import type { UpstreamGates } from './runtime/upstream/upstream-gates.ts';

/** State of the process for its operator. */
export interface Operations {
  metrics: ToolMetrics;
  /** APIs that are paused after failures, for how long, and the number of requests in flight. */
  gates: UpstreamGates;
  /** Set after a stop signal: running calls finish, and no new ones are wanted. */
  isStopping: boolean;
  /** Set where the MCP SDK, which is loaded after the start, could not be: some clients get no answer. */
  isIncomplete: boolean;
}

/** State of a process that has just started. */
export function createOperations({ policies }: ServerDefinition): Operations {
  const gates = createUpstreamGates(policies);
  return { metrics: createToolMetrics(), gates, isStopping: false, isIncomplete: false };
}

/**
 * Answers at `/health` and `/health/live` that the process runs, at `/health/ready` whether it accepts calls;
 * null for any other path. A failing API is reported but does not make the process unready: other instances
 * could not reach it either. Load balancers may ask under any address; the list of APIs is shown only to
 * callers that use one of the server's host names.
 */
export function answerHealth(
  pathname: string,
  { identity: { version } }: ServerDefinition,
  { gates, isStopping, isIncomplete }: Operations,
  isKnownCaller: () => boolean,
): Response | null {
  if (pathname === '/health' || pathname === '/health/live') {
    return Response.json({ status: 'ok', version });
  }
  if (pathname !== '/health/ready') return null;
  const states = Object.fromEntries([...gates.all()].map(([id, gate]) => [id, gate.state()]));
  const upstreams = isKnownCaller() ? { upstreams: states } : {};
  const status = isStopping ? 'stopping' : isIncomplete ? 'incomplete' : 'ready';
  return Response.json(
    { status, version, ...upstreams },
    { status: status === 'ready' ? 200 : 503 },
  );
}

/** Metrics in the format of Prometheus. */
export function answerMetrics(method: string, { metrics, gates }: Operations): Response {
  if (method !== 'GET' && method !== 'HEAD') {
    const error = 'Read the metrics with GET.';
    return Response.json({ error }, { status: 405, headers: { allow: 'GET, HEAD' } });
  }
  return new Response(method === 'HEAD' ? null : metrics.toText(gates), {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  });
}
