import { authorize } from './authorize.ts';
import type { Credentials, SecretLookup } from './authorize.ts';
import { readAtMost } from './bytes.ts';
import { createTokenSource } from './client-credentials.ts';
import type { TokenCache } from './client-credentials.ts';
import { composeRequest } from './compose-request.ts';
import { createDeadline } from './deadline.ts';
import type { Deadline } from './deadline.ts';
import type { Policies, Upstream } from './definition.ts';
import { createRedactor } from './redact.ts';
import type { Redactor } from './redact.ts';
import { secretNames } from './secret-names.ts';
import type { UpstreamFetch, UpstreamOutcome, UpstreamRequest } from './tool-context.ts';
import { UpstreamFailure } from './upstream-failure.ts';
import { composeUrl } from './upstream-url.ts';

export interface UpstreamFetchOptions {
  upstreams: Upstream[];
  policies: Policies;
  secrets: SecretLookup;
  /**
   * Sends a request. It may follow redirects if it checks where they lead, and may throw an
   * `UpstreamFailure` to say why it refused.
   */
  fetch: (request: Request) => Promise<Response>;
  /** Address to use instead of the first upstream's. */
  baseUrlOverride?: string | undefined;
  /** Ends every call early. */
  signal?: AbortSignal | undefined;
  /** Access tokens; a map that outlives this function lets a token serve more than one call. */
  tokens?: TokenCache | undefined;
}

/** One call on its way. */
interface Exchange extends UpstreamFetchOptions {
  upstream: Upstream;
  request: UpstreamRequest;
  url: URL;
  tokens: TokenCache;
  deadline: Deadline;
}

/**
 * The way out to upstreams: puts the URL together and holds it to the allowed hosts, adds
 * credentials, gives up after the time-out, reads no more than the limit, and blanks secrets in
 * whatever comes back. Never rejects: what can go wrong is an outcome.
 */
export function createUpstreamFetch(options: UpstreamFetchOptions): UpstreamFetch {
  const tokens: TokenCache = options.tokens ?? new Map();
  return async (id, request, signal) => {
    const upstream = options.upstreams.find((candidate) => candidate.id === id);
    if (upstream === undefined) {
      return { ok: false, reason: 'unknownUpstream', message: `There is no upstream "${id}".` };
    }
    const isFirst = upstream === options.upstreams[0];
    const base = (isFirst ? options.baseUrlOverride : undefined) ?? upstream.baseUrl;
    const composed = composeUrl(upstream, base, request.path);
    if (!composed.ok) return { ok: false, reason: 'refused', message: composed.message };
    const deadline = createDeadline(
      upstream.timeoutMs ?? options.policies.timeoutMs,
      [options.signal, signal].filter((given) => given !== undefined),
    );
    const { url } = composed;
    try {
      const work = send({ ...options, upstream, request, url, tokens, deadline }, false);
      return await deadline.race(work);
    } catch (error) {
      return toOutcome(error, url, deadline);
    } finally {
      deadline.clear();
    }
  };
}

async function send(exchange: Exchange, refreshToken: boolean): Promise<UpstreamOutcome> {
  const { upstream, request, url, secrets, tokens, deadline } = exchange;
  const values = await secretValues(upstream, secrets);
  const sendForToken = (asking: Request) =>
    exchange.fetch(new Request(asking, { signal: deadline.signal }));
  const tokenSource = createTokenSource(sendForToken, tokens, refreshToken);
  const authorization = await authorize(upstream, request.security, secrets, tokenSource);
  if (!authorization.ok) {
    return { ...authorization, message: createRedactor(values).text(authorization.message) };
  }
  const { credentials, usesToken } = authorization;
  const redactor = createRedactor([...values, ...proofs(credentials)]);
  try {
    const response = await exchange.fetch(
      composeRequest(url, request, credentials, deadline.signal),
    );
    if (response.status === 401 && usesToken && !refreshToken) {
      void response.body?.cancel().catch(() => {});
      return await send(exchange, true);
    }
    return await toAnswer(response, exchange, redactor);
  } catch (error) {
    if (error instanceof UpstreamFailure) {
      throw new UpstreamFailure(error.reason, redactor.text(error.message));
    }
    throw error;
  }
}

async function toAnswer(
  response: Response,
  { url, policies }: Exchange,
  redactor: Redactor,
): Promise<UpstreamOutcome> {
  const location = response.headers.get('Location');
  if (location !== null && [301, 302, 303, 307, 308].includes(response.status)) {
    void response.body?.cancel().catch(() => {});
    throw new UpstreamFailure('redirected', redirectText(response.status, url, location));
  }
  const body = await readAtMost(response.body, policies.maxUpstreamBytes);
  if (body === null) {
    const message = `The answer of ${url.host} is longer than the limit of ${policies.maxUpstreamBytes} bytes.`;
    throw new UpstreamFailure('tooLarge', message);
  }
  // A tool never needs cookies, and they would carry one caller's session on to the next.
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

function redirectText(status: number, url: URL, location: string): string {
  const target = URL.canParse(location, url.href) ? new URL(location, url.href) : null;
  const where = target === null ? 'an address that is not a URL' : target.origin + target.pathname;
  return `${url.host} answered ${status} and points to ${where}; redirects are not followed.`;
}

async function secretValues(upstream: Upstream, secrets: SecretLookup): Promise<string[]> {
  const names = upstream.auth.flatMap(secretNames);
  const values = await Promise.all(names.map(async (name) => await secrets(name)));
  return values.filter((value) => value !== undefined);
}

/** What went out, so that tokens and basic pairs are blanked as well as the secrets themselves. */
function proofs({ headers, query, cookies }: Credentials): string[] {
  return [...headers, ...query, ...cookies].map(([, value]) =>
    value.replace(/^(?:Bearer|Basic) /, ''),
  );
}

function toOutcome(error: unknown, url: URL, deadline: Deadline): UpstreamOutcome {
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
  const code = errorCode(error);
  const message = `${url.host} could not be reached${code === null ? '' : ` (${code})`}.`;
  return { ok: false, reason: 'unreachable', message };
}

function errorCode(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : null;
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return null;
  return typeof cause.code === 'string' ? cause.code : null;
}
