import { createMockUpstream } from '#app/runtime/mock-upstream.ts';
import { createUpstreamFetch } from '#app/runtime/upstream-fetch.ts';
import type {
  Policies,
  ServerDefinition,
  Upstream,
  UpstreamFetch,
  UpstreamOutcome,
} from '#app/runtime/definition.ts';

/** Upstream calls of one tool call at most: a code action may page through a list. */
const MAX_CALLS = 50;
/** Bytes that all answers of one tool call may have together, as multiples of the policy's. */
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
      /** Already guarded against private addresses. */
      fetch: typeof fetch;
      /** False when that host has had its share of requests. */
      mayCall: (host: string) => Promise<boolean>;
    };

/**
 * The only way out of a sandbox, made afresh for each tool call: it holds the environment, the
 * allow-list and the budgets, adds the secrets and blanks them in answers.
 */
export function createEgress(definition: EgressDefinition, target: EgressTarget): UpstreamFetch {
  const upstreamFetch =
    target.environment === 'mock'
      ? createMockUpstream(definition).fetch
      : createUpstreamFetch({ ...definition, secrets: target.secrets, fetch: target.fetch });
  return withBudget(withHostLimit(upstreamFetch, definition.upstreams, target), definition.policies);
}

function withHostLimit(
  next: UpstreamFetch,
  upstreams: Upstream[],
  target: EgressTarget,
): UpstreamFetch {
  if (target.environment === 'mock') return next;
  return async (id, request) => {
    const upstream = upstreams.find((candidate) => candidate.id === id);
    if (upstream !== undefined && !(await target.mayCall(new URL(upstream.baseUrl).host))) {
      return refuse('rateLimited', 'Too many requests to this host in the last minute; try again later.');
    }
    return next(id, request);
  };
}

function withBudget(next: UpstreamFetch, policies: Policies): UpstreamFetch {
  let callsLeft = MAX_CALLS;
  let bytesLeft = policies.maxUpstreamBytes * MAX_ANSWERS;
  return async (id, request) => {
    callsLeft -= 1;
    if (callsLeft < 0) {
      return refuse('refused', `One tool call may send at most ${MAX_CALLS} requests.`);
    }
    if (bytesLeft <= 0) {
      return refuse('tooLarge', 'The answers of this tool call are too large together.');
    }
    const outcome = await next(id, request);
    if (outcome.ok) bytesLeft -= outcome.response.body.byteLength;
    return outcome;
  };
}

function refuse(reason: 'refused' | 'rateLimited' | 'tooLarge', message: string): UpstreamOutcome {
  return { ok: false, reason, message };
}
