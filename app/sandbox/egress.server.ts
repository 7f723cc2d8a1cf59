import type { GuardedFetch } from '#app/platform/guarded-fetch.server.ts';
import type {
  Policies,
  ServerDefinition,
  UpstreamFetch,
  UpstreamOutcome,
} from '#app/runtime/definition.ts';
import { createMockFetch } from '#app/runtime/mock-upstream.ts';
import { UpstreamFailure } from '#app/runtime/upstream-failure.ts';
import { createUpstreamFetch } from '#app/runtime/upstream-fetch.ts';

/** Upstream calls of one tool call at most: a code action may page through a list. */
const MAX_CALLS = 50;
/** Upstream calls of one tool call at the same time; more wait, or their answers fill our memory. */
const MAX_AT_ONCE = 4;
/** Bytes of one answer at most, whatever the policy: it crosses to the sandbox in one message. */
const MAX_ANSWER_BYTES = 25_000_000;
/** Bytes that all answers of one tool call may have together, as a multiple of the policy's. */
const MAX_ANSWERS = 4;

/** The part of a server that says where requests may go. It comes from us, never from the sandbox. */
export type EgressDefinition = Pick<
  ServerDefinition,
  'upstreams' | 'policies' | 'tools' | 'definitions'
>;

export type EgressTarget =
  /** The upstream's document answers. */
  | { environment: 'mock' }
  /** The real upstream, with the secrets of the draft or the endpoint. */
  | {
      environment: 'test' | 'live';
      secrets: (name: string) => Promise<string | undefined>;
      /** Guarded against private addresses, and limited by host. */
      fetch: GuardedFetch;
    };

/** Access tokens by what they were bought with, the client's secret included: safe to share. */
const accessTokens = new Map<string, { token: string; expiresAt: number }>();

/**
 * The only way out of a sandbox, made afresh for each tool call: it holds the environment, the
 * allow-list and the budgets, adds the secrets and blanks them in answers.
 */
export function createEgress(
  definition: EgressDefinition,
  target: EgressTarget,
  signal: AbortSignal,
): UpstreamFetch {
  const { upstreams } = definition;
  const maxUpstreamBytes = Math.min(definition.policies.maxUpstreamBytes, MAX_ANSWER_BYTES);
  const policies = { ...definition.policies, maxUpstreamBytes };
  if (target.environment === 'mock') {
    return withBudget(createMockFetch(definition), policies);
  }
  const upstreamFetch = createUpstreamFetch({
    upstreams,
    policies,
    secrets: (name) => readOrThrow(target.secrets, name),
    fetch: (request) => sendOrThrow(target.fetch, request),
    signal,
    tokens: accessTokens,
  });
  return withBudget(upstreamFetch, policies);
}

async function sendOrThrow(guardedFetch: GuardedFetch, request: Request): Promise<Response> {
  const sent = await guardedFetch(request);
  if (!sent.ok) throw new UpstreamFailure(sent.reason, sent.message);
  return sent.value;
}

/** A store that is down is no upstream that cannot be reached. */
async function readOrThrow(
  secrets: (name: string) => Promise<string | undefined>,
  name: string,
): Promise<string | undefined> {
  try {
    return await secrets(name);
  } catch {
    const message = 'The stored credentials cannot be read at the moment.';
    throw new UpstreamFailure('unreachable', message);
  }
}

function withBudget(next: UpstreamFetch, policies: Policies): UpstreamFetch {
  let callsLeft = MAX_CALLS;
  let bytesLeft = policies.maxUpstreamBytes * MAX_ANSWERS;
  const takeTurn = createTurns(MAX_AT_ONCE);
  return async (id, request, signal) => {
    callsLeft -= 1;
    if (callsLeft < 0) {
      return refuse('refused', `One tool call may send at most ${MAX_CALLS} requests.`);
    }
    return takeTurn(async () => {
      if (bytesLeft <= 0) {
        return refuse('tooLarge', 'The answers within this tool call are too large together.');
      }
      const outcome = await next(id, request, signal);
      if (outcome.ok) bytesLeft -= outcome.response.body.byteLength;
      return outcome;
    });
  };
}

/** Lets so many pieces of work run at a time; the others begin in the order they came. */
function createTurns(atOnce: number) {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await work();
    } finally {
      const first = waiting.shift();
      if (first === undefined) free += 1;
      else first();
    }
  };
}

function refuse(reason: 'refused' | 'tooLarge', message: string): UpstreamOutcome {
  return { ok: false, reason, message };
}
