import type { ServerDefinition } from './runtime/definition.ts';
import { createToolMetrics } from './runtime/tools/metrics.ts';
import type { ToolMetrics } from './runtime/tools/metrics.ts';
import { createUpstreamGates } from './runtime/upstream/upstream-gates.ts';
import type { UpstreamGates } from './runtime/upstream/upstream-gates.ts';

/** What whoever runs this process wants to know of it. */
export interface Operations {
  metrics: ToolMetrics;
  /** Which APIs are held back after they failed, for how long, and how many requests are on their way. */
  gates: UpstreamGates;
  /** Set when the process was asked to end: it answers what is under way and wants nothing new. */
  isStopping: boolean;
}

/** A process that has just begun. */
export function createOperations({ policies }: ServerDefinition): Operations {
  return { metrics: createToolMetrics(), gates: createUpstreamGates(policies), isStopping: false };
}

/**
 * Answers at `/health` and `/health/live` that the process runs, at `/health/ready` whether it wants
 * to be called; null for any other path. An API that fails is told and makes nothing unready: other
 * copies of this server would not reach it either. Balancers ask by whatever address they have, so
 * that all are answered; which APIs there are is told only to who calls the server by its name.
 */
export function answerHealth(
  pathname: string,
  { identity: { version } }: ServerDefinition,
  { gates, isStopping }: Operations,
  isKnownCaller: () => boolean,
): Response | null {
  if (pathname === '/health' || pathname === '/health/live') {
    return Response.json({ status: 'ok', version });
  }
  if (pathname !== '/health/ready') return null;
  const states = Object.fromEntries([...gates.all()].map(([id, gate]) => [id, gate.state()]));
  const upstreams = isKnownCaller() ? { upstreams: states } : {};
  const status = isStopping ? 'stopping' : 'ready';
  return Response.json({ status, version, ...upstreams }, { status: isStopping ? 503 : 200 });
}

/** The figures for Prometheus. */
export function answerMetrics(method: string, { metrics, gates }: Operations): Response {
  if (method !== 'GET' && method !== 'HEAD') {
    const error = 'The figures are read by GET.';
    return Response.json({ error }, { status: 405, headers: { allow: 'GET, HEAD' } });
  }
  return new Response(method === 'HEAD' ? null : metrics.toText(gates), {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  });
}
