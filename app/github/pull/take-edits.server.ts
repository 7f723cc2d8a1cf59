import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { describeDiff } from '#app/blueprint/diff/describe-diff.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { enabledTools } from '#app/blueprint/to-server-definition.ts';
import { makeContent } from '#app/drafts/documents/make-content.server.ts';
import { toIdempotentId } from '#app/drafts/draft-token.server.ts';
import { applyToDraft, removeDraft } from '#app/drafts/store.server.ts';
import type { DraftContent } from '#app/drafts/draft-state.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { continueVersion } from '#app/projects/continue-version.server.ts';
import type { FoundProject } from '#app/projects/find-project.server.ts';
import { keepVersion } from '#app/projects/save-version.server.ts';
import { findVersionById } from '#app/projects/version-store.server.ts';

import { loadEdits, type Pull } from './load-edits.server.ts';
import { mergePull } from './merge-pull.ts';
import type { PullProblem } from './pull-problem.server.ts';
import type { NewPull, PulledEdits } from './pull-preview.ts';

/**
 * Takes edits of a project's repository into a new chat, as one restore point behind the latest version, or into the
 * next version. Nothing happens while a conflict has no choice, or where the branch has moved since the person looked.
 */
export async function takeEdits(
  app: AppContext,
  request: Request,
  found: FoundProject,
  asked: NewPull,
): Promise<Result<PulledEdits, PullProblem>> {
  const id = await toVersionId(app, request, found, asked);
  const known = await findVersionById(app.env.DB, { id, project: found.project.id });
  if (known !== null) return succeed({ chat: null, version: known.number });
  const loaded = await loadEdits(app, found);
  if (!loaded.ok) return loaded;
  const pull = loaded.value;
  if (pull.head !== asked.head) return fail({ reason: 'editsMoved' });
  const merged = mergePull(pull, asked);
  if (!merged.ok) return merged;
  const { blueprint, conflicts } = merged.value;
  if (conflicts.length > 0) return fail({ reason: 'mergeConflicts', count: conflicts.length });
  if (isSameJson(blueprint, pull.mine)) return fail({ reason: 'noEdits' });
  const stores = { bucket: app.env.BLOBS, loader: app.env.LOADER };
  const content = await makeContent(stores, blueprint, pull.latest.version.warnings);
  if (!content.ok) return content;
  return asked.into === 'version'
    ? saveEdits(app, found, { id, pull, blueprint, content: content.value, message: asked.message })
    : openEdits(app, { pull, blueprint, content: content.value });
}

interface Taken {
  pull: Pull;
  blueprint: Blueprint;
  content: DraftContent;
}

/** Opens a chat with the latest version, and the edits as a change of it. */
async function openEdits(
  app: AppContext,
  { pull, blueprint, content }: Taken,
): Promise<Result<PulledEdits, PullProblem>> {
  const { latest, mine } = pull;
  const opened = await continueVersion(app, latest);
  if (!opened.ok) return opened;
  const chat = opened.value;
  const changed = await applyToDraft(app.env, chat, {
    kind: 'change',
    revision: 1,
    content,
    changed: [
      'Edits in the repository are taken over.',
      ...describeDiff(diffBlueprints(mine, blueprint)),
    ],
  });
  if (changed.ok) return succeed({ chat, version: null });
  await removeDraft(app.env, chat, latest.caller.accountId);
  return changed;
}

/** Saves the next version. */
async function saveEdits(
  app: AppContext,
  found: FoundProject,
  { id, pull, blueprint, content, message }: Taken & { id: string; message: string | undefined },
): Promise<Result<PulledEdits, PullProblem>> {
  if (enabledTools(blueprint).length === 0) return fail({ reason: 'noTools' });
  const { latest, head, link } = pull;
  const saved = { draft: null, content, blueprint, report: null, begun: null };
  const note = message || `Edits of ${link.owner}/${link.name} at ${head.slice(0, 7)}`;
  const kept = { id, base: latest.version.number, message: note, secrets: 'none' as const };
  const version = await keepVersion(app, found, saved, kept);
  return version.ok ? succeed({ chat: null, version: version.value.version.number }) : version;
}

/** One version for each `Idempotency-Key`, whatever the repository holds by then. */
async function toVersionId(
  app: AppContext,
  request: Request,
  { project, caller }: FoundProject,
  { head }: NewPull,
): Promise<string> {
  const key = request.headers.get('idempotency-key');
  if (key === null) return randomId();
  return toIdempotentId(app.config, caller.uid, `pull|${project.id}|${head}|${key}`);
}
