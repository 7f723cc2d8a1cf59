import { createDeadline } from '../deadline.ts';
import type { Upstream } from '../definition.ts';
import type { Policies } from '../policies.ts';
import { systemTiming } from '../timing.ts';
import type { Timing } from '../timing.ts';
import type { UpstreamFetch, UpstreamOutcome } from '../tool-context.ts';
import { authorize } from './authorize.ts';
import type { Credentials, SecretLookup } from './authorize.ts';
import type { TokenCache } from './client-credentials.ts';
import { createRedactor } from './redact.ts';
import { secretNames } from './secret-names.ts';
import { describeError, sendAttempt } from './send-attempt.ts';
import type { OutgoingCall } from './send-attempt.ts';
import { sendRepeatedly } from './send-repeatedly.ts';
import { createTokenSource } from './token-source.ts';
import { createUpstreamGates } from './upstream-gates.ts';
import type { UpstreamGates } from './upstream-gates.ts';
import { composeUrl } from './upstream-url.ts';
import { createUserTokens } from './user-tokens.ts';
import type { UserTokens } from './user-tokens.ts';

export interface UpstreamFetchOptions {
  upstreams: Upstream[];
  policies: Policies;
  secrets: SecretLookup;
  /**
   * Sends a request. It may follow redirects if it checks their targets, and may throw an `UpstreamFailure`
   * to say why it refused.
   */
  fetch: (request: Request) => Promise<Response>;
  /** Address to use instead of the first upstream's. */
  baseUrlOverride?: string | undefined;
  /** Aborts every call. */
  signal?: AbortSignal | undefined;
  /** Access tokens; a map that outlives this function lets a token serve more than one call. */
  tokens?: TokenCache | undefined;
  /** Gives access tokens that a person has allowed; default: bought here, and kept in memory. */
  userTokens?: UserTokens | undefined;
  /** State of the upstreams; gates that outlive this function keep it. */
  gates?: UpstreamGates | undefined;
  timing?: Timing | undefined;
}

/** A call and its credentials. */
interface Authorizing extends OutgoingCall {
  upstream: Upstream;
  secrets: SecretLookup;
  tokens: TokenCache;
  userTokens: UserTokens;
}

/**
 * Sends requests to upstreams: composes the URL and checks it against the allowed hosts, adds credentials,
 * limits concurrency, retries temporary failures, enforces the time-out and the size limit, and redacts
 * secrets in responses. Never rejects: every failure is an outcome.
 */
export function createUpstreamFetch(options: UpstreamFetchOptions): UpstreamFetch {
  const { policies, secrets, fetch, timing = systemTiming } = options;
  const tokens: TokenCache = options.tokens ?? new Map();
  const userTokens = options.userTokens ?? createUserTokens({ send: fetch, timing });
  const gates = options.gates ?? createUpstreamGates(policies, timing);
  return async (id, request, signal, report) => {
    const upstream = options.upstreams.find((candidate) => candidate.id === id);
    if (upstream === undefined) {
      return { ok: false, reason: 'unknownUpstream', message: `There is no upstream "${id}".` };
    }
    const isFirst = upstream === options.upstreams[0];
    const base = (isFirst ? options.baseUrlOverride : undefined) ?? upstream.baseUrl;
    const composed = composeUrl(upstream, base, request.path);
    if (!composed.ok) return { ok: false, reason: 'refused', message: composed.message };
    const deadline = createDeadline(
      upstream.timeoutMs ?? policies.timeoutMs,
      [options.signal, signal].filter((given) => given !== undefined),
      timing.now,
    );
    const { url } = composed;
    const exchange: Authorizing = {
      policies,
      request,
      url,
      deadline,
      gate: gates.of(id),
      timing,
      fetch,
      report,
      isWaiting: false,
      upstream,
      secrets,
      tokens,
      userTokens,
    };
    try {
      return await deadline.race(send(exchange, []));
    } catch (error) {
      return describeError(error, exchange);
    } finally {
      deadline.clear();
    }
  };
}

async function send(exchange: Authorizing, rejected: readonly string[]): Promise<UpstreamOutcome> {
  const { upstream, request, secrets, tokens, userTokens, deadline } = exchange;
  const values = await secretValues(upstream, secrets);
  const sendForToken = (asking: Request) =>
    exchange.fetch(new Request(asking, { signal: deadline.signal }));
  const tokenSource = createTokenSource({
    upstream,
    send: sendForToken,
    tokens,
    userTokens,
    rejected,
  });
  const authorization = await authorize(upstream, request.security, secrets, tokenSource);
  if (!authorization.ok) {
    return { ...authorization, message: createRedactor(values).text(authorization.message) };
  }
  const { credentials, usesToken, signers } = authorization;
  const shown = proofs(credentials);
  const hidden = [...values, ...shown];
  const outcome = await sendRepeatedly(exchange, () =>
    sendAttempt(exchange, { credentials, signers, hidden }),
  );
  const isFirst = rejected.length === 0;
  const isExpired = outcome.ok && outcome.response.status === 401 && usesToken && isFirst;
  return isExpired ? await send(exchange, shown) : outcome;
}

async function secretValues(upstream: Upstream, secrets: SecretLookup): Promise<string[]> {
  const names = upstream.auth.flatMap(secretNames);
  const values = await Promise.all(names.map(async (name) => await secrets(name)));
  return values.filter((value) => value !== undefined);
}

/** Credentials as sent, so that tokens and Basic pairs are redacted like the secrets themselves. */
function proofs({ headers, query, cookies }: Credentials): string[] {
  return [...headers, ...query, ...cookies].map(([, value]) =>
    value.replace(/^(?:Bearer|Basic) /, ''),
  );
}
