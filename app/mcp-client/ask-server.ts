import { fail, type Result } from '#app/platform/result.ts';

import { isSessionLost, type CallFailure } from './call-failure.ts';
import type { ConnectionScope } from './connection-scope.ts';
import type { OpenSession } from './open-session.ts';
import { MAX_RENEWALS, type SessionKeeper } from './session-keeper.ts';

type Outcome<Value> = Result<Value, CallFailure>;

/**
 * Sends over the session there is. A request that the server refused because it forgot the session was not
 * carried out, so it is sent once more over a new one; so is one that it refused for lack of access, and one that
 * only reads and was not answered. All others are the person's to repeat.
 */
export async function askServer<Value>(
  scope: ConnectionScope,
  keeper: SessionKeeper,
  send: (open: OpenSession) => Promise<Outcome<Value>>,
  isReading = false,
): Promise<Outcome<Value>> {
  const open = await keeper.current();
  if (open === null) return fail({ reason: 'disconnected', message: 'There is no connection.' });
  const outcome = await sendWithToken(scope, () => send(open));
  if (outcome.ok) return outcome;
  if (open.session.sessionId !== null && isSessionLost(outcome)) {
    const because = 'The server does not know the session any more: it may have started again.';
    const next = await keeper.recover(open, because);
    return next === null ? outcome : send(next);
  }
  if (outcome.reason !== 'no-answer') return outcome;
  const recovered = keeper.recover(open, 'The server stopped answering.');
  const next = isReading ? await recovered : null;
  return next === null ? outcome : send(next);
}

async function sendWithToken<Value>(
  scope: ConnectionScope,
  send: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const { tokens } = scope.options;
  for (let renewals = 0; ; renewals += 1) {
    const token = await scope.loadToken();
    const outcome = await send();
    if (outcome.ok || outcome.reason !== 'http' || tokens === undefined) return outcome;
    const { status, challenge } = outcome;
    const isRefusal = status === 401 || status === 403;
    if (!isRefusal || renewals === MAX_RENEWALS) return outcome;
    if (!(await tokens.onRefused({ status, challenge, token }))) return outcome;
  }
}
