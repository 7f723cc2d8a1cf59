import type { UserCaller } from '#app/auth/caller.server.ts';
import { createBlankDraft } from '#app/drafts/documents/create-blank-draft.server.ts';
import { createDraft, type ReportProgress } from '#app/drafts/documents/create-draft.server.ts';
import type { Submission } from '#app/drafts/documents/read-submission.server.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import { toIdempotentId } from '#app/drafts/draft-token.server.ts';
import { discardDraft } from '#app/drafts/remove-drafts.server.ts';
import { readDraft } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { findAccount } from './account/find-account.server.ts';
import { countProjects } from './project-index.server.ts';
import { getPlanLimits } from './project-limits.server.ts';
import type { ProjectProblem } from './project-problem.server.ts';
import { saveProject, type SavedProject } from './save-project.server.ts';
import { findSlugProblem } from './slug.ts';

/** The source of a project that nobody has talked about yet. */
export interface Beginning {
  submission: Submission | { kind: 'blank' };
  /** Absent: the title that the server has by its document. */
  title?: string | undefined;
  /** Absent: made of the title. */
  slug?: string | undefined;
  /** Absent: the caller's own account. */
  account?: string | undefined;
}

/**
 * Makes a project with a first version, and the chat that it is continued in, in one step. Where it
 * cannot be saved nothing stays. An `Idempotency-Key` makes one only, however often it comes.
 */
export async function beginProject(
  app: AppContext,
  request: Request,
  caller: UserCaller,
  beginning: Beginning,
  report: ReportProgress,
): Promise<Result<SavedProject, ProjectProblem>> {
  const message = beginning.slug === undefined ? null : findSlugProblem(beginning.slug);
  if (message !== null) return fail({ reason: 'badSlug', message });
  const made = await makeDraft(app, request, caller, beginning, report);
  if (!made.ok) return made;
  const { head, isNew } = made.value;
  const saved = await saveProject(app, request, caller, {
    draft: head.id,
    revision: head.revision,
    title: beginning.title ?? head.about?.title ?? 'Server',
    slug: beginning.slug,
    secrets: 'none',
    account: beginning.account,
  });
  if (!saved.ok && isNew) await discardDraft(app, head.id, caller.accountId);
  return saved;
}

/** Makes the draft, or finds the one that the same key has made before. */
async function makeDraft(
  app: AppContext,
  request: Request,
  caller: UserCaller,
  { submission, title = '', account }: Beginning,
  report: ReportProgress,
): Promise<Result<{ head: DraftHead; isNew: boolean }, ProjectProblem>> {
  const owner = caller.accountId;
  const key = request.headers.get('idempotency-key');
  const id = key === null ? randomId() : await toIdempotentId(app.config, owner, `begin|${key}`);
  const known = key === null ? null : await readDraft(app.env, id);
  if (known?.ok) return succeed({ head: known.value, isNew: false });
  // An import is work: whether there is room is asked first, and counted again when it is saved.
  const room = await findProjectRoom(app, request, caller, account);
  if (!room.ok) return room;
  const draft = { id, owner, isKept: true };
  const created =
    submission.kind === 'blank'
      ? await createBlankDraft(app, draft, title)
      : await createDraft(app, draft, submission, report);
  if (created.ok) return succeed({ head: created.value, isNew: true });
  // The same key twice at the same time: the other request was first.
  const first = created.reason === 'taken' ? await readDraft(app.env, id) : created;
  return first.ok ? succeed({ head: first.value, isNew: false }) : first;
}

async function findProjectRoom(
  app: AppContext,
  request: Request,
  caller: UserCaller,
  named: string | undefined,
): Promise<Result<null, ProjectProblem>> {
  const found = await findAccount(app, caller, named, 'editor');
  if (!found.ok) return found;
  const { account } = found.value;
  const got = await getPlanLimits(app, request, caller, account);
  if (!got.ok) return got;
  const max = got.value.projects;
  const used = await countProjects(app.env.DB, account);
  if (used < max) return succeed(null);
  return fail({ reason: 'limitReached', limit: 'projects', used, max });
}
