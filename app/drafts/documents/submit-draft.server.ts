import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { answerDraft, answerProblem } from '#app/drafts/answer-draft.server.ts';
import { toDraftProblem, type DraftProblem } from '#app/drafts/draft-problem.server.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import { toIdempotentId } from '#app/drafts/draft-token.server.ts';
import { DRAFT_EVENTS } from '#app/drafts/draft.ts';
import { viewDraft } from '#app/drafts/draft-view.server.ts';
import { requireOwner } from '#app/drafts/new-owner.server.ts';
import { readDraft } from '#app/drafts/store.server.ts';
import { logError } from '#app/platform/failures/answer-error.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { createEventStream } from '#app/platform/event-stream.server.ts';
import { randomId } from '#app/platform/ids.ts';
import { toProblem } from '#app/platform/problem.ts';
import { fail, type Result } from '#app/platform/result.ts';

import { createDraft, type ReportProgress } from './create-draft.server.ts';
import { readSubmission } from './read-submission.server.ts';

/** Makes the draft, or finds the one that the same key made before. */
type Make = (report: ReportProgress) => Promise<Result<DraftHead, DraftProblem>>;

/**
 * Answers `POST /api/drafts`: the new draft as JSON, or as an event stream with the progress. It
 * belongs to the account of who is signed in, else to a guest, who gets a cookie for it.
 */
export async function submitDraft(app: AppContext, request: Request): Promise<Response> {
  const submission = await readSubmission(request);
  if (!submission.ok) return answerProblem(app, submission);
  const owned = await requireOwner(app, request);
  if (!owned.ok) return answerAuthFailure(app, owned);
  const { owner, isKept, setCookie } = owned.value;
  const key = request.headers.get('idempotency-key');
  const id = key === null ? randomId() : await toIdempotentId(app.config, owner, key);
  const make: Make = async (report) => {
    const known = key === null ? null : await readOwn(app, id, owner);
    if (known?.ok || known?.reason === 'taken') return known;
    const made = await createDraft(app, { id, owner, isKept }, submission.value, report);
    // The same key twice at the same time: the other request was first.
    return made.ok || made.reason !== 'taken' ? made : readOwn(app, id, owner);
  };
  const headers = new Headers(setCookie === null ? {} : { 'set-cookie': setCookie });
  if (request.headers.get('accept')?.includes('text/event-stream')) {
    return streamDraft(app, request, make, headers);
  }
  const made = await make(() => {});
  const answer = made.ok
    ? await answerDraft(app, { head: made.value, access: 'owner' }, 201)
    : answerProblem(app, made);
  for (const [name, value] of headers) answer.headers.append(name, value);
  if (made.ok) answer.headers.set('location', `/api/drafts/${id}`);
  return answer;
}

/**
 * Reads the draft that a key made before; `taken` if it has another owner now: its guest may have
 * signed in since and claimed it.
 */
async function readOwn(
  { env }: AppContext,
  id: string,
  owner: string,
): Promise<Result<DraftHead, DraftProblem>> {
  const known = await readDraft(env, id);
  return known.ok && known.value.owner !== owner ? fail({ reason: 'taken' }) : known;
}

function streamDraft(app: AppContext, request: Request, make: Make, headers: Headers): Response {
  return createEventStream(
    DRAFT_EVENTS,
    async (send) => {
      try {
        const made = await make((progress) => send('progress', progress));
        if (made.ok) send('draft', await viewDraft(app, made.value, 'owner'));
        else send('problem', toDraftProblem(app, made));
      } catch (error) {
        // The status is sent already, so what nobody expected ends the stream as an event.
        send('problem', toProblem(app, logError(app, request, error)));
      }
    },
    app.waitUntil,
    headers,
  );
}
