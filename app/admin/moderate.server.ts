import { noteAction } from '#app/controls/control-store.server.ts';
import { toParts } from '#app/drafts/draft-problem.server.ts';
import type { DraftFailure } from '#app/drafts/draft-state.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { isRandomId } from '#app/platform/ids.ts';
import { problem } from '#app/platform/problem.ts';
import type { Result } from '#app/platform/result.ts';
import {
  dismissReports,
  hideChat,
  unhideChat,
} from '#app/showcase/reports/chat-report-store.server.ts';

import { answerDone } from './answer-done.server.ts';
import type { Operator } from './require-operator.server.ts';

/** Keeps a chat from everybody but its owner, who sees the reason. */
export function hide(app: AppContext, operator: Operator, id: string, reason: string) {
  return decide(app, operator, id, { action: 'chat.hidden', detail: reason }, () =>
    hideChat(app.env, id, reason),
  );
}

/** Shows a hidden chat again. */
export function unhide(app: AppContext, operator: Operator, id: string) {
  return decide(app, operator, id, { action: 'chat.unhidden', detail: '' }, () =>
    unhideChat(app.env, id),
  );
}

/** Closes the open reports of a chat, which stays as it is. */
export async function dismiss(app: AppContext, operator: Operator, id: string): Promise<Response> {
  const closed = await dismissReports(app.env.DB, id);
  if (closed === 0) return problem(app, { status: 404, detail: 'This chat has no open report.' });
  await note(app, operator, id, { action: 'reports.dismissed', detail: String(closed) });
  return answerDone();
}

async function decide(
  app: AppContext,
  operator: Operator,
  id: string,
  deed: { action: string; detail: string },
  act: () => Promise<Result<void, DraftFailure>>,
): Promise<Response> {
  if (!isRandomId(id)) return problem(app, toParts({ reason: 'unknown' }));
  // Before the act, so that none is done without a line; one that fails is written down as tried.
  await note(app, operator, id, deed);
  const done = await act();
  return done.ok ? answerDone() : problem(app, toParts(done));
}

function note(
  app: AppContext,
  { email }: Operator,
  subject: string,
  deed: { action: string; detail: string },
): Promise<void> {
  return noteAction(app.env.DB, { ...deed, operator: email, subject }, Date.now());
}
