import type { RetryPolicy } from '../policies.ts';
import type { Timing } from '../timing.ts';
import type { UpstreamOutcome, UpstreamRequest } from '../tool-context.ts';

/** Idempotent methods (RFC 9110, 9.2.2). */
const IDEMPOTENT_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);

/** Often temporary; a retry of other server errors would only fail again. */
const TRANSIENT_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

/** Whether a request may be retried: the tool's annotation takes precedence over its method. */
export function isRepeatable({ method, idempotent }: UpstreamRequest): boolean {
  return idempotent ?? IDEMPOTENT_METHODS.has(method);
}

/** Whether an outcome may be temporary. A time-out is not: the call's time is used up. */
export function isTransient(outcome: UpstreamOutcome): boolean {
  return outcome.ok
    ? TRANSIENT_STATUSES.has(outcome.response.status)
    : outcome.reason === 'unreachable' || outcome.reason === 'brokenOff';
}

/**
 * Delay in milliseconds after a number of attempts: full jitter, so that callers who failed together do not
 * return together, on top of the upstream's own request.
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
 * Delay in milliseconds that `Retry-After` asks for, in seconds or as a date; null if it is unreadable. A
 * date is relative to the response's own `Date`, if present: clocks differ.
 */
export function retryAfter(headers: [name: string, value: string][], now: number): number | null {
  const read = (wanted: string) =>
    headers.find(([name]) => name.toLowerCase() === wanted)?.[1].trim() ?? '';
  const text = read('retry-after');
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const until = toTime(text);
  return until === null ? null : Math.max(0, until - (toTime(read('date')) ?? now));
}

/** HTTP dates begin with the weekday; `Date.parse` alone would accept almost anything. */
function toTime(text: string): number | null {
  const time = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
