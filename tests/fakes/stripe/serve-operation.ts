import { catchUp } from './billing/pass-time.ts';
import { newId, type Account, type Fault } from './account.ts';
import type { Contract } from './contract.ts';
import type { Operation } from './operation.ts';
import { present } from './present.ts';
import { readForm, type Form } from './read-form.ts';
import { invalid, StripeFailure, type FailureBody } from './stripe-failure.ts';

/** Keys of the emulator: `sk_test_emulator` and, with an account of its own each, `sk_test_emulator_…`. */
const KEY = /^Bearer sk_test_(emulator(?:_\w+)?)$/;
const KEPT_REQUESTS = 1_000;

/** What one request needs of its surroundings. */
export interface Surroundings {
  openAccount: (name: string) => Account;
  contract: Contract | null;
  signal: AbortSignal;
}

/** Answers a request for an operation, as Stripe does around what the operation itself does. */
export async function serveOperation(
  operation: Operation,
  path: Record<string, string>,
  request: Request,
  { openAccount, contract, signal }: Surroundings,
): Promise<Response> {
  const requestId = newId('req', 14);
  const headers = {
    'request-id': requestId,
    'stripe-version': request.headers.get('stripe-version') ?? '',
    'content-type': 'application/json',
  };
  const answer = (status: number, body: string, more: Record<string, string> = {}) =>
    new Response(body, { status, headers: { ...headers, ...more } });
  const name = KEY.exec(request.headers.get('authorization') ?? '')?.[1];
  if (name === undefined) return answer(401, toErrorText(NO_KEY));
  const account = openAccount(name);
  catchUp(account);
  const text = await request.text();
  const { pathname, search } = new URL(request.url);
  const seen = { method: request.method, path: `${pathname}${search}`, body: text, status: 0 };
  account.requests = [...account.requests.slice(-KEPT_REQUESTS), seen];
  const fault = takeFault(account, `${seen.method} ${seen.path} ${text}`);
  if (fault?.kind === 'timeout') await untilAborted(AbortSignal.any([request.signal, signal]));
  const failure = fault ? FAILURES[fault.kind] : undefined;
  if (failure) {
    seen.status = failure.status;
    return answer(failure.status, toErrorText(failure.body));
  }
  const asked: Asked = {
    form: operation.method === 'post' ? text : search.slice(1) || text,
    key: operation.method === 'post' ? request.headers.get('idempotency-key') : null,
    fingerprint: `${seen.method} ${seen.path} ${text}`,
    requestId,
  };
  const { status, body, isReplayed } = perform(operation, path, account, asked, contract);
  seen.status = status;
  if (fault?.kind === 'lost_answer') return new Response('Bad Gateway', { status: 502 });
  return answer(status, body, isReplayed ? { 'idempotent-replayed': 'true' } : {});
}

interface Asked {
  form: string;
  key: string | null;
  fingerprint: string;
  requestId: string;
}

interface Outcome {
  status: number;
  body: string;
  isReplayed: boolean;
}

/** Does what is asked for, once for each idempotency key. */
function perform(
  operation: Operation,
  path: Record<string, string>,
  account: Account,
  asked: Asked,
  contract: Contract | null,
): Outcome {
  const kept = asked.key === null ? undefined : account.answers[asked.key];
  if (kept?.fingerprint === asked.fingerprint) {
    return { status: kept.status, body: kept.body, isReplayed: true };
  }
  if (kept)
    return { status: 400, body: toErrorText(otherParameters(asked.key)), isReplayed: false };
  const { status, body } = run(operation, path, account, asked, contract);
  // What Stripe has not begun to do can be asked for again under the same key.
  const isKept = status < 400 || status === 402;
  if (asked.key !== null && isKept) {
    account.answers[asked.key] = { fingerprint: asked.fingerprint, status, body };
  }
  return { status, body, isReplayed: false };
}

function run(
  operation: Operation,
  path: Record<string, string>,
  account: Account,
  { form: text, key, requestId }: Asked,
  contract: Contract | null,
): { status: number; body: string } {
  const whole = readForm(text);
  const before = account.undelivered.length;
  let status = 200;
  let body: object;
  try {
    const { expand, ...form } = whole;
    const call = { account, path, form, requestId, idempotencyKey: key };
    body = present(account, operation.run(call), toExpand(expand));
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    status = error.status;
    body = { error: error.body };
  }
  for (const id of account.undelivered.slice(before)) {
    const event = account.objects.events[id];
    if (event) event.request = { id: requestId, idempotency_key: key };
  }
  const mismatches = contract ? findMismatches(contract, operation, whole, status, body) : [];
  if (mismatches.length === 0) return { status, body: JSON.stringify(body) };
  account.mismatches.push(...mismatches);
  const message = `Not as Stripe's document has it: ${mismatches.join('; ')}`;
  return { status: 500, body: toErrorText({ type: 'api_error', message }) };
}

function findMismatches(
  contract: Contract,
  operation: Operation,
  form: Form,
  status: number,
  body: object,
): string[] {
  // A request that is refused may well be one that the document does not allow.
  const ofRequest = status < 400 ? contract.checkRequest(operation, form) : [];
  const found = [...ofRequest, ...contract.checkAnswer(operation, status, body)];
  return found.map((what) => `${operation.method.toUpperCase()} ${operation.path}: ${what}`);
}

function toExpand(expand: Form[string] | undefined): string[] {
  if (expand === undefined) return [];
  if (Array.isArray(expand)) return expand.map(String);
  throw invalid('Invalid array', 'expand');
}

/** The fault that strikes a request, which is then one fewer. */
function takeFault(account: Account, request: string): Fault | undefined {
  const fault = account.faults.find(({ match, times }) => times > 0 && request.includes(match));
  if (fault) fault.times -= 1;
  account.faults = account.faults.filter(({ times }) => times > 0);
  return fault;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function toErrorText(error: FailureBody): string {
  return JSON.stringify({ error }, null, 2);
}

const NO_KEY: FailureBody = {
  type: 'invalid_request_error',
  message:
    'Invalid API Key provided. The emulator takes sk_test_emulator, and sk_test_emulator_ with any name.',
};

function otherParameters(key: string | null): FailureBody {
  return {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  };
}

/** Faults that strike before anything is done. */
const FAILURES: Partial<Record<Fault['kind'], { status: number; body: FailureBody }>> = {
  error: {
    status: 500,
    body: { type: 'api_error', message: 'An unknown error occurred.' },
  },
  unavailable: {
    status: 503,
    body: { type: 'api_error', message: 'The service is not available at the moment.' },
  },
  timeout: { status: 504, body: { type: 'api_error', message: 'The request took too long.' } },
  rate_limit: {
    status: 429,
    body: {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded.',
    },
  },
  refused: {
    status: 400,
    body: {
      type: 'invalid_request_error',
      code: 'customer_tax_location_invalid',
      message: 'This request is not possible for this customer.',
    },
  },
};
