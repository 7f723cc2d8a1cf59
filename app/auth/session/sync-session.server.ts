import type { AccountLifecycle } from '#app/auth/account-lifecycle.server.ts';
import { answerAuthFailure, toAuthParts, type AuthFailure } from '#app/auth/auth-problem.server.ts';
import { clearGuest, getGuest } from '#app/auth/guest.server.ts';
import { readBearer } from '#app/auth/token/bearer.ts';
import type { TokenClaims } from '#app/auth/token/token-claims.ts';
import { verifyToken } from '#app/auth/token/verify-token.server.ts';
import { loadAccountId } from '#app/auth/user-store.server.ts';
import { findUserSuspension } from '#app/controls/current-controls.server.ts';
import { isSwitchedOff } from '#app/controls/refuse-switched-off.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { systemClock, type Clock } from '#app/platform/clock.ts';
import { putMessage } from '#app/platform/one-time-message.server.ts';
import { readBytes } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { fail, type Result } from '#app/platform/result.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { describeDevice } from './device.ts';
import {
  clearSessionCookie,
  clearSessionCookies,
  createSessionSecret,
  hashSessionSecret,
  readSessionSecret,
  writeSessionCookie,
} from './session-cookie.server.ts';
import { isSignInTooOld } from './session-lifetime.ts';
import { endSession } from './session-store.server.ts';
import { syncSession } from './session-sync-store.server.ts';
import { readTicket, writeTicket } from './ticket.server.ts';

/** Firebase's SDK waits for this answer and would wait for ever. The rate limit was asked before. */
const ANSWER_MS = 1_700;
/** Of that, what a database that hangs may use at least, and what the claiming of drafts leaves. */
const MIN_WRITE_MS = 100;
const CLAIM_RESERVE_MS = 300;

/** The SDK shows tokens that are 5 minutes old at most; clocks may be a minute apart. */
const MAX_TOKEN_AGE_SECONDS = 5 * 60 + 60;

/**
 * For so long after a sign-in things of the guest may turn up: made in its middle, or with a row that could not be
 * written at once, which is tried again after a minute.
 */
const LATE_MS = 15 * 60_000;

/** Body of a POST: the SDK sends none. */
const MAX_BODY_BYTES = 8 * 1_024;

/**
 * Answers `POST /api/session`: a caller with a fresh ID token gets a session, or keeps the one of
 * the same sign-in, and their drafts as a guest are claimed. 204 with the cookies; a refused token
 * records nothing. It answers within 2 s, whatever hangs.
 */
export async function answerSync(
  app: AppContext,
  request: Request,
  claim: AccountLifecycle['claim'],
  now: Clock = systemClock,
): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Response>((resolve) => {
    const giveUp = () => resolve(answerAuthFailure(app, { reason: 'storeUnavailable' }));
    timer = setTimeout(giveUp, ANSWER_MS);
  });
  try {
    return await Promise.race([sync(app, request, claim, now), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function sync(
  app: AppContext,
  request: Request,
  claim: AccountLifecycle['claim'],
  now: Clock,
): Promise<Response> {
  const deadline = Date.now() + ANSWER_MS;
  const body = await readBytes(request, MAX_BODY_BYTES);
  if (!body.ok) return problem(app, { status: 413, detail: 'The body may have 8 KB at most.' });
  const claims = await readFreshClaims(app, request, now);
  if (!claims.ok) return refuse(app, claims);
  const barred = await findBar(app, claims.value);
  if (barred) return tellBarred(app, barred);

  const secret = createSessionSecret();
  const [presented, fresh] = await Promise.all([hashPresented(request), hashSessionSecret(secret)]);
  const device = describeDevice(request.headers.get('user-agent'));
  const write = { claims: claims.value, presented, fresh, device };
  let written;
  try {
    const left = Math.max(deadline - Date.now() - CLAIM_RESERVE_MS, MIN_WRITE_MS);
    written = await withTimeout(syncSession(app.env.DB, write, now()), left);
  } catch (error) {
    app.log.error('session.unwritten', { error });
    // If it was written all the same, nobody has its secret.
    app.waitUntil(endSession(app.env.DB, fresh).catch(() => {}));
    return greetOnly(app, request, { claims: claims.value, presented }, now);
  }
  if (written === null) return refuse(app, { reason: 'revoked' });

  const { session, accountId } = written;
  const isNew = session.hash === fresh;
  const ticket = { ...claims.value, session: session.hash };
  const cookies = [await writeTicket(app, ticket, now)];
  if (isNew) cookies.push(writeSessionCookie(secret));
  const left = Math.max(deadline - Date.now(), 0);
  const isLate = now() - session.createdAt > LATE_MS;
  if (await mayForgetGuest(app, request, { accountId, isLate, left, claim }, now)) {
    cookies.push(...clearGuest(request));
  }
  return answer(new Response(null, { status: 204 }), cookies);
}

/** A token that Google issued just now, of a sign-in that is not too old. */
async function readFreshClaims(
  app: AppContext,
  request: Request,
  now: Clock,
): Promise<Result<TokenClaims, AuthFailure>> {
  const bearer = readBearer(request);
  if (!bearer.ok) return bearer;
  if (bearer.value === null) return fail({ reason: 'signedOut' });
  const claims = await verifyToken(app, bearer.value, now);
  if (!claims.ok) return claims;
  const { issuedAtSeconds, authTimeSeconds } = claims.value;
  const age = Math.floor(now() / 1_000) - issuedAtSeconds;
  if (age > MAX_TOKEN_AGE_SECONDS) return fail({ reason: 'notFresh' });
  return isSignInTooOld(authTimeSeconds, now()) ? fail({ reason: 'signInTooOld' }) : claims;
}

type Bar = Extract<AuthFailure, { reason: 'suspended' | 'accountsClosed' }>;

/** Why operators let this user not sign in, or null; while the database is away nobody is kept out by this. */
async function findBar(app: AppContext, { uid }: TokenClaims): Promise<Bar | null> {
  const suspension = await findUserSuspension(app, uid);
  if (suspension) return { reason: 'suspended', why: suspension.reason };
  if (!(await isSwitchedOff(app, 'newAccounts'))) return null;
  try {
    const known = await loadAccountId(app.env.DB, uid);
    return known === null ? { reason: 'accountsClosed' } : null;
  } catch (error) {
    app.log.warn('auth.accountUnknown', { error });
    return null;
  }
}

/** Ends the sign-in in the browser, whose next page says why. */
async function tellBarred(app: AppContext, bar: Bar): Promise<Response> {
  const message = await putMessage(app, toAuthParts(bar).detail, 'fail');
  const cookies = [...clearSessionCookies(), ...(message === null ? [] : [message])];
  return answer(answerAuthFailure(app, bar), cookies);
}

/** A sign-in that is over ends the session of the browser that shows it. */
function refuse(app: AppContext, failure: AuthFailure): Response {
  const isOver = failure.reason === 'revoked' || failure.reason === 'signInTooOld';
  return answer(answerAuthFailure(app, failure), isOver ? clearSessionCookies() : []);
}

/**
 * The database is away: a signed ticket lets pages greet the user meanwhile. The cookie of a session
 * is kept only where the ticket beside it says that it is of the same sign-in.
 */
async function greetOnly(
  app: AppContext,
  request: Request,
  { claims, presented }: { claims: TokenClaims; presented: string | null },
  now: Clock,
): Promise<Response> {
  const known = await readTicket(app, request, now);
  const isSame =
    known !== null &&
    known.session === presented &&
    known.uid === claims.uid &&
    known.authTimeSeconds === claims.authTimeSeconds;
  const session = isSame ? presented : null;
  const cookies = [await writeTicket(app, { ...claims, session }, now)];
  if (session === null && presented !== null) cookies.push(clearSessionCookie());
  return answer(answerAuthFailure(app, { reason: 'storeUnavailable' }), cookies);
}

/**
 * Claims what the guest made whose cookie came along, which goes on after the answer if need be.
 * The cookie can go once a sync that is late enough finds none: what turned up after it would be lost with it.
 */
async function mayForgetGuest(
  app: AppContext,
  request: Request,
  { accountId, isLate, left, claim }: Claiming,
  now: Clock,
): Promise<boolean> {
  const guest = await getGuest(app, request, now);
  if (guest === null) return false;
  const claiming = claim(app.env, guest.id, accountId).catch((error: unknown) => {
    app.log.warn('drafts.unclaimed', { error });
    return null;
  });
  app.waitUntil(claiming);
  try {
    const found = await withTimeout(claiming, left);
    return found === 0 && isLate;
  } catch {
    return false;
  }
}

interface Claiming {
  accountId: string;
  /** The sign-in was some time ago. */
  isLate: boolean;
  /** Milliseconds that the answer still has. */
  left: number;
  claim: AccountLifecycle['claim'];
}

async function hashPresented(request: Request): Promise<string | null> {
  const secret = readSessionSecret(request);
  return secret === null ? null : hashSessionSecret(secret);
}

function answer(response: Response, cookies: string[]): Response {
  response.headers.set('cache-control', 'no-store');
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}
