import { APICallError } from '@ai-sdk/provider';

/** Failure of a request to a model. */
export type ModelFault =
  | { kind: 'status'; status: number; retryAfterMs: number | null }
  /** Unreachable, or the connection broke. */
  | { kind: 'network' }
  /** Calls to that address are not allowed. */
  | { kind: 'refused'; why: string }
  /** No token in time. */
  | { kind: 'slow' }
  /** The response stalled. */
  | { kind: 'silent' }
  /** The response broke off. */
  | { kind: 'cut' }
  /** The response is not that of a model. */
  | { kind: 'broken' };

/** A model's failure, as a stream carries it; its message is for users. */
export class ModelError extends Error {
  readonly fault: ModelFault;

  constructor(fault: ModelFault, model: { label: string; isOwn: boolean }) {
    super(describeFault(fault, model));
    this.name = 'ModelError';
    this.fault = fault;
  }
}

/** Reads an error that a provider threw or sent in its stream. */
export function toFault(error: unknown): ModelFault {
  if (error instanceof ModelError) return error.fault;
  if (APICallError.isInstance(error)) {
    const { statusCode, responseHeaders, isRetryable, message } = error;
    if (statusCode === undefined) {
      return isRetryable ? { kind: 'network' } : { kind: 'refused', why: message };
    }
    if (statusCode >= 200 && statusCode < 300) return { kind: 'broken' };
    return { kind: 'status', status: statusCode, retryAfterMs: readRetryAfter(responseHeaders) };
  }
  const status = readStatus(error);
  if (status !== null) return { kind: 'status', status, retryAfterMs: null };
  return { kind: 'broken' };
}

/** One sentence that describes the failure and, if useful, what to do. */
export function describeFault(
  fault: ModelFault,
  { label, isOwn }: { label: string; isOwn: boolean },
): string {
  switch (fault.kind) {
    case 'status':
      return describeStatus(fault.status, label, isOwn);
    case 'network':
      return `${label} cannot be reached.`;
    case 'refused':
      return `${label} was not asked: ${fault.why}`;
    case 'slow':
      return `${label} did not start to answer in time.`;
    case 'silent':
      return `${label} stopped in the middle of its answer.`;
    case 'cut':
      return `${label} was cut off in the middle of its answer.`;
    case 'broken':
      return `${label} sent an answer that could not be read.`;
  }
}

function describeStatus(status: number, label: string, isOwn: boolean): string {
  if (status === 401 || status === 403) return `${label} refused ${isOwn ? 'your' : 'our'} key.`;
  if (status === 404) return `${label} was not found at its address.`;
  if (status === 429) return `${label} is receiving too many requests right now.`;
  if (status === 503 || status === 529) return `${label} is overloaded.`;
  if (status === 413) return `This conversation is too long for ${label}.`;
  if (status >= 500) return `${label} failed.`;
  return `${label} rejected the request.`;
}

/** Delay of `Retry-After`: seconds, milliseconds (`retry-after-ms`) or a date (RFC 9110, 10.2.3). */
function readRetryAfter(headers: Record<string, string> = {}): number | null {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  const text = headers['retry-after'];
  if (text === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** Errors inside a stream name a status, or a type that corresponds to one. */
function readStatus(error: unknown): number | null {
  if (typeof error !== 'object' || error === null) return null;
  const { code, status, type } = { code: null, status: null, type: null, ...error };
  for (const each of [status, code]) {
    if (typeof each === 'number' && each >= 400 && each < 600) return each;
  }
  if (type === 'overloaded_error') return 529;
  if (type === 'rate_limit_error') return 429;
  return type === 'server_error' || type === 'api_error' ? 500 : null;
}
