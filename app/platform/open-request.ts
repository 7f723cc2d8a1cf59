import { createMiddleware } from 'hono/factory';
import { authEmulatorHost, isDevelopment } from 'virtual:build';

import { createTrace, type AppContext, type AppEnv, type Trace } from './app-context.ts';
import { readConfig, usesDevelopmentKey, type Config } from './config.ts';
import { isForgeryFree } from './csrf.ts';
import { drainBody } from './outbound/drain-body.ts';
import { limitBindings } from './stores/limit-database.server.ts';
import { isLoopbackHost } from './outbound/loopback.ts';
import { sandboxOriginOf } from './outbound/sandbox-origin.ts';
import { problem } from './problem.ts';
import { fail, type Result } from './result.ts';
import { setSecurityHeaders } from './security-headers.ts';

/** The page of the MCP client. */
const CLIENT_PATH = '/client';

/** Addresses that pages of other origins may read. */
const CROSS_ORIGIN =
  /^\/(?:mcp(\/|$)|oauth\/(?:token|register)$|\.well-known\/oauth-|api\/v1\/openapi\.json$)/;

/**
 * The outermost middleware: gives each request its context, refuses what another site sent and
 * what a wrong configuration cannot serve, and puts the security headers on whatever comes back.
 */
export const openRequest = createMiddleware<AppEnv & { Bindings: Env }>(async (c, next) => {
  const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  const secured = await answerOpened(c.req.raw, { env: c.env, waitUntil }, async (app) => {
    c.set('app', app);
    await next();
    return c.res;
  });
  // Hono merges a second response into the first one unless that is taken away.
  c.res = undefined;
  c.res = secured;
});

/** The Worker that a request has reached. */
interface Reached {
  env: Env;
  waitUntil: AppContext['waitUntil'];
}

/** As {@link openRequest}, for what is answered without Hono: refuses alike, and secures the answer alike. */
export async function answerOpened(
  request: Request,
  { env, waitUntil }: Reached,
  answer: (app: AppContext) => Promise<Response>,
): Promise<Response> {
  const trace = createTrace();
  const url = new URL(request.url);
  const config = requireConfig(env, url);

  let answered: Response;
  if (!config.ok) answered = answerMisconfigured(trace, config);
  else if (!isForgeryFree(request, url)) answered = answerForged(trace, url);
  else {
    const given = { env: limitBindings(env), config: config.value, origin: url.origin, waitUntil };
    answered = await answer(Object.assign(trace, given));
  }
  await drainBody(request);

  const secured = secure(answered, trace, url, config.ok ? config.value : undefined);
  setCacheHeaders(secured.headers, request);
  return secured;
}

/** Why nothing is served at all, or nothing under this name. */
interface Misconfigured {
  reason: 'misconfigured' | 'misdirected';
  message: string;
}

function requireConfig(env: object, url: URL): Result<Config, Misconfigured> {
  const config = readConfig(env);
  if (!config.ok) return config;
  if (authEmulatorHost && !config.value.FIREBASE_PROJECT_ID.startsWith('demo-')) {
    const message = 'a build for the emulator serves projects named demo-… only';
    return fail({ reason: 'misconfigured', message });
  }
  if (isDevelopment || isLoopbackHost(url.hostname)) return config;
  if (authEmulatorHost) {
    const message = 'a build for the emulator answers on this machine only';
    return fail({ reason: 'misconfigured', message });
  }
  if (!usesDevelopmentKey(config.value)) return config;
  // Only this machine may use it: a page that found a name for this machine must not.
  const message = 'SEAL_KEYS holds the published development key: make an own one';
  return fail({ reason: 'misdirected', message });
}

function answerMisconfigured(trace: Trace, { reason, message }: Misconfigured): Response {
  trace.log.error('config.invalid', { message });
  return problem(trace, {
    status: reason === 'misdirected' ? 421 : 500,
    detail: 'This server is not configured. Its log says why.',
  });
}

function answerForged(trace: Trace, url: URL): Response {
  trace.log.warn('request.forged', { path: url.pathname });
  return problem(trace, {
    status: 403,
    detail: 'This request came from another site, so it may not change anything here.',
  });
}

function secure(response: Response, trace: Trace, url: URL, config?: Config): Response {
  const secured = withOwnHeaders(response);
  secured.headers.set('x-request-id', trace.requestId);
  setSecurityHeaders(secured.headers, {
    get nonce() {
      return trace.nonce;
    },
    isCrossOrigin: CROSS_ORIGIN.test(url.pathname),
    isDevelopment,
    authEmulatorHost,
    ...(config && { authDomain: config.FIREBASE_AUTH_DOMAIN }),
    ...(config &&
      url.pathname === CLIENT_PATH && {
        client: { sandboxOrigin: sandboxOriginOf({ config, origin: url.origin }) },
      }),
  });
  return secured;
}

/** The same response with headers that may be changed, which those from elsewhere have not. */
function withOwnHeaders(response: Response): Response {
  try {
    response.headers.delete('x-request-id');
    return response;
  } catch {
    return new Response(response.body, response);
  }
}

/** Nothing of ours is for a store between us and the reader, unless its route says so. */
function setCacheHeaders(headers: Headers, request: Request): void {
  if (headers.has('cache-control')) return;
  headers.set('cache-control', request.headers.has('cookie') ? 'private, no-store' : 'no-cache');
  headers.append('vary', 'Cookie');
}
