import { readAtMost } from '../bytes.ts';
import type { Deadline } from '../deadline.ts';
import type { Policies } from '../policies.ts';
import type { Timing } from '../timing.ts';
import type { UpstreamOutcome, UpstreamProgress, UpstreamRequest } from '../tool-context.ts';
import type { Credentials } from './authorize.ts';
import type { CallOutcome } from './circuit-breaker.ts';
import { composeRequest } from './compose-request.ts';
import { createRedactor } from './redact.ts';
import type { Redactor } from './redact.ts';
import { signRequest, toMoment } from './signing/sign-request.ts';
import type { RequestSigner } from './signing/sign-request.ts';
import { UpstreamFailure } from './upstream-failure.ts';
import type { UpstreamGate } from './upstream-gates.ts';

/** Minimum interval of progress reports on a long response. */
const REPORT_EVERY_MS = 1_000;

/** State of one call. */
export interface OutgoingCall {
  policies: Policies;
  request: UpstreamRequest;
  url: URL;
  deadline: Deadline;
  gate: UpstreamGate;
  timing: Timing;
  fetch: (request: Request) => Promise<Response>;
  report: ((progress: UpstreamProgress) => void) | undefined;
  /** Waits for a free slot: nothing is sent meanwhile. */
  isWaiting: boolean;
}

/** Proof of who sends a request. */
export interface Proof {
  credentials: Credentials;
  signers: readonly RequestSigner[];
  /** Texts that no response may show. */
  hidden: readonly string[];
}

/** Sends a request once, when a slot is free, and reads the response. Never rejects. */
export async function sendAttempt(
  exchange: OutgoingCall,
  { credentials, signers, hidden }: Proof,
): Promise<UpstreamOutcome> {
  const { url, deadline, gate, timing } = exchange;
  let redactor = createRedactor(hidden);
  const signAndFetch = async (request: Request) => {
    if (signers.length === 0) return await fetchAnswer(exchange, request, redactor);
    const signed = await signRequest(request, signers, toMoment(timing.now()));
    redactor = createRedactor([...hidden, ...signed.proofs]);
    return await fetchAnswer(exchange, signed.request, redactor);
  };
  try {
    const request = composeRequest(url, exchange.request, credentials, deadline.signal);
    exchange.isWaiting = true;
    const leave = await gate.enter(url.host, deadline.signal, deadline.until);
    exchange.isWaiting = false;
    const left = deadline.until - timing.now();
    const outcome = await toOutcome(deadline.race(signAndFetch(request)), exchange);
    leave(verdictOf(outcome, left >= deadline.timeoutMs / 2));
    return outcome.ok ? outcome : { ...outcome, message: redactor.text(outcome.message) };
  } catch (error) {
    const outcome = describeError(error, exchange);
    return { ...outcome, message: redactor.text(outcome.message) };
  }
}

async function toOutcome(
  answer: Promise<UpstreamOutcome>,
  exchange: OutgoingCall,
): Promise<UpstreamOutcome> {
  try {
    return await answer;
  } catch (error) {
    return describeError(error, exchange);
  }
}

/**
 * An API may answer 500 to arguments it does not like, which says nothing about the next call; a gateway
 * answers 502 to 504 when the API is down. A time-out counts only if the API had most of the time: after a
 * long wait for a slot the call would have been late anyway.
 */
function verdictOf(outcome: UpstreamOutcome, hadTime: boolean): CallOutcome {
  if (outcome.ok) return [502, 503, 504].includes(outcome.response.status) ? 'fails' : 'works';
  if (outcome.reason === 'timeout') return hadTime ? 'fails' : 'unknown';
  if (['unreachable', 'brokenOff'].includes(outcome.reason)) return 'fails';
  return ['tooLarge', 'redirected'].includes(outcome.reason) ? 'works' : 'unknown';
}

async function fetchAnswer(
  exchange: OutgoingCall,
  request: Request,
  redactor: Redactor,
): Promise<UpstreamOutcome> {
  const response = await exchange.fetch(request);
  const { url, policies } = exchange;
  const location = response.headers.get('Location');
  if (location !== null && [301, 302, 303, 307, 308].includes(response.status)) {
    void response.body?.cancel().catch(() => {});
    throw new UpstreamFailure('redirected', redirectText(response.status, url, location));
  }
  const body = await readBody(response, exchange);
  if (body === null) {
    const message = `The response of ${url.host} exceeds the limit of ${policies.maxUpstreamBytes} bytes.`;
    throw new UpstreamFailure('tooLarge', message);
  }
  // A tool never needs cookies, and they would carry one caller's session over to the next.
  const headers = [...response.headers].filter(([name]) => !/^set-cookie2?$/i.test(name));
  return {
    ok: true,
    response: {
      status: response.status,
      headers: headers.map(([name, value]) => [name, redactor.text(value)]),
      body: redactor.bytes(body),
    },
  };
}

async function readBody(
  response: Response,
  exchange: OutgoingCall,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { policies, url } = exchange;
  try {
    return await readAtMost(response.body, policies.maxUpstreamBytes, reporter(response, exchange));
  } catch (error) {
    throw new UpstreamFailure('brokenOff', `${url.host} broke off its response${codeOf(error)}.`);
  }
}

function reporter(
  { headers }: Response,
  { report, timing }: OutgoingCall,
): ((bytes: number) => void) | undefined {
  if (report === undefined) return undefined;
  // For a compressed response it is the compressed length.
  const length = headers.has('Content-Encoding') ? 0 : Number(headers.get('Content-Length'));
  const total = length > 0 ? { total: length } : {};
  let last = timing.now();
  return (bytes) => {
    if (timing.now() - last < REPORT_EVERY_MS) return;
    last = timing.now();
    report({ kind: 'body', bytes, ...total });
  };
}

function redirectText(status: number, url: URL, location: string): string {
  const target = URL.canParse(location, url.href) ? new URL(location, url.href) : null;
  const where = target === null ? 'an address that is not a URL' : target.origin + target.pathname;
  return `${url.host} answered ${status} and points to ${where}; redirects are not followed.`;
}

/** Describes an error to the caller. */
export function describeError(
  error: unknown,
  { url, deadline, isWaiting }: Pick<OutgoingCall, 'url' | 'deadline' | 'isWaiting'>,
): Extract<UpstreamOutcome, { ok: false }> {
  if (deadline.isTimeout() && isWaiting) {
    const message = `Other calls to ${url.host} are in progress, and this one timed out while waiting.`;
    return { ok: false, reason: 'busy', message };
  }
  if (deadline.isTimeout()) {
    return { ok: false, reason: 'timeout', message: `${url.host} did not answer in time.` };
  }
  if (deadline.signal.aborted) {
    return { ok: false, reason: 'cancelled', message: `The call to ${url.host} was cancelled.` };
  }
  if (error instanceof UpstreamFailure) {
    return { ok: false, reason: error.reason, message: error.message };
  }
  // The error's own text may quote the URL, and with it a key in the query.
  const message = `${url.host} could not be reached${codeOf(error)}.`;
  return { ok: false, reason: 'unreachable', message };
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return '';
  return typeof cause.code === 'string' ? ` (${cause.code})` : '';
}
