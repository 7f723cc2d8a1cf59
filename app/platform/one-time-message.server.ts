import { createWorkersKVSessionStorage } from '@react-router/cloudflare';
import { createCookie, type Cookie, type SessionStorage } from 'react-router';

import type { AppContext } from './app-context.ts';
import {
  isPlainHttp,
  MESSAGE_COOKIE,
  namesMessage,
  type OneTimeMessage,
} from './one-time-message.ts';
import { createSigner } from './signer.server.ts';
import { withTimeout } from './with-timeout.ts';

/** Longer than any redirect takes; KV keeps nothing for less than a minute. */
const LIFETIME_SECONDS = 120;

const KV_READ_MS = 250;
const KV_WRITE_MS = 1_000;

type App = Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>;

/**
 * Leaves a message for the next page that this browser opens, and gives the `Set-Cookie` to answer
 * with, beside a redirect. Null where it cannot be kept: then nobody reads it, and nothing fails.
 */
export async function putMessage(
  app: App,
  text: string,
  tone: OneTimeMessage['tone'] = 'note',
): Promise<string | null> {
  try {
    const { sessions } = await openSessions(app);
    const session = await sessions.getSession();
    session.set('message', { text, tone });
    return await withTimeout(sessions.commitSession(session), KV_WRITE_MS);
  } catch (error) {
    app.log.warn('message.lost', { error });
    return null;
  }
}

/**
 * The message that was left for the browser of this request, and the `Set-Cookie` that ends it, so
 * that it is shown once. Null without the cookie, which costs nothing to find out.
 */
export async function takeMessage(
  app: App,
  request: Request,
): Promise<{ message: OneTimeMessage | null; setCookie: string } | null> {
  const cookies = request.headers.get('cookie');
  if (!namesMessage(cookies)) return null;
  const { sessions, cookie } = await openSessions(app);
  const setCookie = await cookie.serialize('', { maxAge: 0 });
  try {
    const session = await withTimeout(sessions.getSession(cookies), KV_READ_MS);
    const message = session.get('message') ?? null;
    if (message) app.waitUntil(forget(app, sessions.destroySession(session)));
    return { message, setCookie };
  } catch (error) {
    app.log.warn('message.lost', { error });
    return { message: null, setCookie };
  }
}

async function forget(app: App, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    // Its cookie is gone, so it is not shown again; KV forgets it by itself.
    app.log.warn('message.kept', { error });
  }
}

/** In KV under 16 hexadecimal characters, which the cookie names under our signature. */
async function openSessions(
  app: App,
): Promise<{ sessions: SessionStorage<{ message: OneTimeMessage }>; cookie: Cookie }> {
  const secret = await createSigner(app.config.SEAL_KEYS, 'one-time-message').sign('cookie');
  const cookie = createCookie(MESSAGE_COOKIE, {
    path: '/',
    maxAge: LIFETIME_SECONDS,
    sameSite: 'lax',
    secure: !isPlainHttp,
    // Signed, because it names a key of the cache.
    secrets: [secret],
  });
  return { sessions: createWorkersKVSessionStorage({ cookie, kv: app.env.CACHE }), cookie };
}
