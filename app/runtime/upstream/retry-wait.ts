import type { RetryPolicy } from '../policies.ts';
import type { Timing } from '../timing.ts';
import type { UpstreamOutcome, UpstreamRequest } from '../tool-context.ts';

/** Doing these twice does no more than doing them once (RFC 9110, 9.2.2). */
const IDEMPOTENT_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);

/** What often passes by itself; the other errors of a server would only be repeated. */
const TRANSIENT_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

/** Whether a request may be sent again: what the tool says of it wins over its method. */
export function isRepeatable({ method, idempotent }: UpstreamRequest): boolean {
  return idempotent ?? IDEMPOTENT_METHODS.has(method);
}

/** Whether an outcome may pass by itself. A time-out may not: the call's time is used up. */
export function isTransient(outcome: UpstreamOutcome): boolean {
  return outcome.ok
    ? TRANSIENT_STATUSES.has(outcome.response.status)
    : outcome.reason === 'unreachable' || outcome.reason === 'brokenOff';
}

/**
 * Milliseconds to wait after so many attempts: full jitter, so that callers who failed together do
 * not come back together, on top of what the upstream itself asked for.
 */
export function retryWait(
  outcome: UpstreamOutcome,
  attempt: number,
  { baseDelayMs, maxDelayMs }: RetryPolicy,
  timing: Timing,
): number {
  const asked = outcome.ok ? retryAfter(outcome.response.headers, timing.now()) : null;
  if (asked !== null) return asked + timing.random() * baseDelayMs;
  return timing.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1));
}

/**
 * Milliseconds that `Retry-After` asks for, in seconds or as a date; null where it says nothing that
 * can be read. A date counts from the answer's own `Date`, where there is one: clocks differ.
 */
export function retryAfter(headers: [name: string, value: string][], now: number): number | null {
  const read = (wanted: string) =>
    headers.find(([name]) => name.toLowerCase() === wanted)?.[1].trim() ?? '';
  const text = read('retry-after');
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const until = toTime(text);
  return until === null ? null : Math.max(0, until - (toTime(read('date')) ?? now));
}

/** Dates of HTTP begin with the day of the week; `Date.parse` alone would take almost anything. */
function toTime(text: string): number | null {
  const time = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
