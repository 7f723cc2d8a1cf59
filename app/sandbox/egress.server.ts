import type { GuardedFetch } from '#app/platform/outbound/guarded-fetch.server.ts';
import type { ServerDefinition, UpstreamFetch } from '#app/runtime/definition.ts';
import { UpstreamFailure } from '#app/runtime/upstream/upstream-failure.ts';
import { createUpstreamFetch } from '#app/runtime/upstream/upstream-fetch.ts';
import type { UserTokens } from '#app/runtime/upstream/user-tokens.ts';

import { withBudget } from './egress-budget.ts';
import { gatesOf } from './egress-gates.ts';

/** Maximum size of one response in bytes, whatever the policy: it crosses to the sandbox in one message. */
const MAX_ANSWER_BYTES = 25_000_000;

/** The part of a server that says where requests may go. It comes from us, never from the sandbox. */
export type EgressDefinition = Pick<ServerDefinition, 'upstreams' | 'policies'>;

/** The real upstreams, with the secrets of the draft or the endpoint. */
export interface EgressTarget {
  environment: 'test' | 'live';
  /** Key of the server and its definition; absent: the state of its upstreams is not kept. */
  server?: string;
  secrets: (name: string) => Promise<string | undefined>;
  /** Gives access tokens of what a person has connected; absent: bought for this call alone. */
  userTokens?: UserTokens;
  /** Blocks private addresses, and limits requests by host. */
  fetch: GuardedFetch;
}

/** Access tokens by their request parameters, including the client's secret, so sharing is safe. */
const accessTokens = new Map<string, { token: string; expiresAt: number }>();

/**
 * Outbound fetch of a sandbox, created for each tool call: it has the environment, the allow-list and the
 * budgets, adds secrets to requests and redacts them in responses. The mock upstream does not need it: it
 * answers inside (`mock-egress.ts`).
 */
export function createEgress(
  definition: EgressDefinition,
  target: EgressTarget,
  signal: AbortSignal,
): UpstreamFetch {
  const { upstreams } = definition;
  const maxUpstreamBytes = Math.min(definition.policies.maxUpstreamBytes, MAX_ANSWER_BYTES);
  const policies = { ...definition.policies, maxUpstreamBytes };
  const upstreamFetch = createUpstreamFetch({
    upstreams,
    policies,
    secrets: (name) => readOrThrow(target.secrets, name),
    fetch: (request) => sendOrThrow(target.fetch, request),
    signal,
    tokens: accessTokens,
    userTokens: target.userTokens,
    gates: target.server === undefined ? undefined : gatesOf(target.server, policies),
  });
  return withBudget(upstreamFetch, maxUpstreamBytes);
}

async function sendOrThrow(guardedFetch: GuardedFetch, request: Request): Promise<Response> {
  const sent = await guardedFetch(request);
  if (!sent.ok) throw new UpstreamFailure(sent.reason, sent.message);
  return sent.value;
}

/** An unavailable store must not look like an unreachable upstream. */
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
