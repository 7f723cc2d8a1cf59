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
  const { upstreams, policies } = definition;
  if (target.environment === 'mock') {
    return withBudget(createMockFetch(definition), policies);
  }
  const upstreamFetch = createUpstreamFetch({
    upstreams,
    policies,
    secrets: target.secrets,
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

function withBudget(next: UpstreamFetch, policies: Policies): UpstreamFetch {
  let callsLeft = MAX_CALLS;
  let bytesLeft = policies.maxUpstreamBytes * MAX_ANSWERS;
  return async (id, request, signal) => {
    callsLeft -= 1;
    if (callsLeft < 0) {
      return refuse('refused', `One tool call may send at most ${MAX_CALLS} requests.`);
    }
    if (bytesLeft <= 0) {
      return refuse('tooLarge', 'The answers within this tool call are too large together.');
    }
    const outcome = await next(id, request, signal);
    if (outcome.ok) bytesLeft -= outcome.response.body.byteLength;
    return outcome;
  };
}

function refuse(reason: 'refused' | 'tooLarge', message: string): UpstreamOutcome {
  return { ok: false, reason, message };
}
