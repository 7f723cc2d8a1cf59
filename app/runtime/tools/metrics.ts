import type { UpstreamGates } from '../upstream/upstream-gates.ts';

/** Measurements of one tool call. */
export interface ToolObservation {
  tool: string;
  isError: boolean;
  milliseconds: number;
  /** Retried requests to upstreams. */
  retries: number;
  /** Bytes received from upstreams. */
  bytes: number;
}

/** Accumulates measurements since its creation. */
export interface ToolMetrics {
  observe: (observation: ToolObservation) => void;
  /** Prometheus text format 0.0.4, with the upstreams' state if their gates are given. */
  toText: (gates?: UpstreamGates) => string;
}

/** Upper bounds in milliseconds: from an in-memory response to the longest time-out. */
const BOUNDS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000];

interface Sums {
  ok: number;
  errors: number;
  milliseconds: number;
  retries: number;
  bytes: number;
  /** Calls by the smallest bound that they did not exceed. */
  buckets: number[];
}

/** Creates a collector; each tool takes constant memory. */
export function createToolMetrics(): ToolMetrics {
  const sums = new Map<string, Sums>();
  return {
    observe: ({ tool, isError, milliseconds, retries, bytes }) => {
      const sum = sums.get(tool) ?? emptySums();
      sums.set(tool, sum);
      if (isError) sum.errors += 1;
      else sum.ok += 1;
      sum.milliseconds += milliseconds;
      sum.retries += retries;
      sum.bytes += bytes;
      const bucket = BOUNDS.findIndex((bound) => milliseconds <= bound);
      if (bucket !== -1) sum.buckets[bucket] = (sum.buckets[bucket] ?? 0) + 1;
    },
    toText: (gates) => `${[...toolLines(sums), ...gateLines(gates)].join('\n')}\n`,
  };
}

function emptySums(): Sums {
  const buckets = BOUNDS.map(() => 0);
  return { ok: 0, errors: 0, milliseconds: 0, retries: 0, bytes: 0, buckets };
}

function toolLines(sums: ReadonlyMap<string, Sums>): string[] {
  const entries = [...sums];
  const counter = (name: string, help: string, of: (sum: Sums) => number) => [
    ...describeMetric(name, 'counter', help),
    ...entries.map(([tool, sum]) => line(name, { tool }, of(sum))),
  ];
  return [
    ...describeMetric('mcp_tool_calls_total', 'counter', 'Tool calls by outcome.'),
    ...entries.flatMap(([tool, { ok, errors }]) => [
      line('mcp_tool_calls_total', { tool, outcome: 'ok' }, ok),
      line('mcp_tool_calls_total', { tool, outcome: 'error' }, errors),
    ]),
    ...describeMetric('mcp_tool_call_duration_seconds', 'histogram', 'Duration of tool calls.'),
    ...entries.flatMap(([tool, sum]) => histogram('mcp_tool_call_duration_seconds', tool, sum)),
    ...counter('mcp_tool_upstream_retries_total', 'Retried requests.', (sum) => sum.retries),
    ...counter('mcp_tool_upstream_bytes_total', 'Bytes received from APIs.', (sum) => sum.bytes),
  ];
}

function histogram(name: string, tool: string, sum: Sums): string[] {
  let below = 0;
  const count = sum.ok + sum.errors;
  const buckets = BOUNDS.map((bound, index) => {
    below += sum.buckets[index] ?? 0;
    return line(`${name}_bucket`, { tool, le: String(bound / 1_000) }, below);
  });
  return [
    ...buckets,
    line(`${name}_bucket`, { tool, le: '+Inf' }, count),
    line(`${name}_sum`, { tool }, sum.milliseconds / 1_000),
    line(`${name}_count`, { tool }, count),
  ];
}

function gateLines(gates: UpstreamGates | undefined): string[] {
  if (gates === undefined) return [];
  const entries = [...gates.all()];
  const states = ['closed', 'halfOpen', 'open'] as const;
  return [
    ...describeMetric(
      'mcp_upstream_state',
      'gauge',
      'Whether calls to an API are paused (circuit open).',
    ),
    ...entries.flatMap(([upstream, gate]) =>
      states.map((state) =>
        line('mcp_upstream_state', { upstream, state }, gate.state() === state ? 1 : 0),
      ),
    ),
    ...describeMetric('mcp_upstream_requests_in_flight', 'gauge', 'Requests in flight to an API.'),
    ...entries.map(([upstream, gate]) =>
      line('mcp_upstream_requests_in_flight', { upstream }, gate.taken()),
    ),
  ];
}

function describeMetric(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function line(name: string, labels: { [label: string]: string }, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}{${pairs.join(',')}} ${value}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
