import type { AccountLifecycle } from '#app/auth/account-lifecycle.server.ts';
import { deleteAccountOf } from '#app/auth/deletion/delete-account.server.ts';
import { revokeAll } from '#app/auth/session/revocation-store.server.ts';
import { loadAccountId } from '#app/auth/user-store.server.ts';
import { endSuspension, noteAction, saveSuspension } from '#app/controls/control-store.server.ts';
import { reloadControls } from '#app/controls/current-controls.server.ts';
import { noteShowcaseChange } from '#app/drafts/publishing/entry-index.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { problem } from '#app/platform/problem.ts';

import { answerDone } from './answer-done.server.ts';
import type { Operator } from './require-operator.server.ts';

/**
 * Keeps a user out: their sessions end, no sign-in, key or connected app of theirs counts, and their endpoints and chats are there
 * for nobody. Here at once, in every other place within 15 s and a request.
 */
export async function suspend(
  app: AppContext,
  { email, uid: own }: Operator,
  uid: string,
  reason: string,
): Promise<Response> {
  if (uid === own) {
    return problem(app, { status: 409, detail: 'You cannot suspend your own account.' });
  }
  const accountId = await loadAccountId(app.env.DB, uid);
  if (accountId === null) return answerUnknown(app);
  const now = Date.now();
  const deed = { operator: email, action: 'user.suspended', subject: uid, detail: reason };
  await saveSuspension(app.env.DB, { uid, accountId, reason, suspendedAt: now }, deed);
  await revokeAll(app.env.DB, { uid, authTimeSeconds: 0 }, now);
  await noteShowcaseChange(app.env.DB);
  await reloadControls(app);
  app.log.warn('admin.suspended', { uid, operator: own });
  return answerDone();
}

/** Ends a suspension; the user has to sign in again. */
export async function unsuspend(
  app: AppContext,
  operator: Operator,
  uid: string,
): Promise<Response> {
  const deed = { operator: operator.email, action: 'user.unsuspended', subject: uid, detail: '' };
  const isEnded = await endSuspension(app.env.DB, uid, deed, Date.now());
  if (isEnded) await noteShowcaseChange(app.env.DB);
  await reloadControls(app);
  if (!isEnded) return problem(app, { status: 404, detail: 'This user is not suspended.' });
  app.log.warn('admin.unsuspended', { uid, operator: operator.uid });
  return answerDone();
}

/** Deletes what is kept of a user, as their own deletion does. */
export async function deleteUserData(
  app: AppContext,
  { email, uid: own }: Operator,
  uid: string,
  accountLifecycle: AccountLifecycle,
): Promise<Response> {
  if (uid === own) {
    return problem(app, { status: 409, detail: 'Delete your own account at /account.' });
  }
  if ((await loadAccountId(app.env.DB, uid)) === null) return answerUnknown(app);
  const deed = { operator: email, action: 'user.deleted', subject: uid, detail: '' };
  // Before the deletion, of which nothing is left to tell.
  await noteAction(app.env.DB, deed, Date.now());
  const deleted = await deleteAccountOf(app, uid, accountLifecycle);
  if (!deleted.ok) {
    return problem(app, {
      status: 409,
      detail: `The user is the only owner of ${deleted.teams.join(', ')}. Another member has to become an owner first.`,
    });
  }
  app.log.warn('admin.deleted', { uid, operator: own });
  return answerDone();
}

function answerUnknown(app: AppContext): Response {
  return problem(app, { status: 404, detail: 'There is no such user.' });
}
