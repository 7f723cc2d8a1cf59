import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { fingerprintTools } from '#app/blueprint/diff/contract/fingerprint-tools.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import { enabledTools } from '#app/blueprint/to-server-definition.ts';
import type { UserCaller } from '#app/auth/caller.server.ts';
import { describeContent } from '#app/drafts/documents/make-content.server.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import { findOwnDraft } from '#app/drafts/find-draft.server.ts';
import { loadReport } from '#app/drafts/report-store.server.ts';
import { applyToDraft, loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { carryToProject } from './secrets/carry-secrets.server.ts';
import type { NewVersion } from './project-change.ts';
import type { ProjectProblem } from './project-problem.server.ts';
import { storeVersionReport } from './version-report-store.server.ts';
import {
  indexVersionVerdict,
  type Judged,
  type UnnumberedVersion,
  type VersionRow,
} from './version-store.server.ts';

/** A draft that is saved, in the state that the person saw. */
export interface SavedDraft {
  head: DraftHead;
  blueprint: Blueprint;
  /** Null: nobody has asked for it. */
  report: Report | null;
}

/** Finds the draft to save: the caller's own, in the revision that they name. */
export async function findSavedDraft(
  app: AppContext,
  request: Request,
  caller: UserCaller,
  { draft, revision }: Pick<NewVersion, 'draft' | 'revision'>,
): Promise<Result<SavedDraft, ProjectProblem>> {
  const found = await findOwnDraft(app, request, draft);
  if (!found.ok) return found;
  const { head, access } = found.value;
  // Who merely holds the draft's token takes nothing of it into an account of theirs.
  if (access !== 'owner' || head.owner !== caller.accountId) return fail({ reason: 'unknown' });
  if (head.revision !== revision) return fail({ reason: 'conflict', revision: head.revision });
  const [blueprint, report] = await Promise.all([
    loadBlueprint(app.env, head),
    loadReport(app.env.BLOBS, head),
  ]);
  return succeed({ head, blueprint, report });
}

/** A version of what a draft contains. */
export async function toVersion(
  { head, blueprint, report }: SavedDraft,
  of: Pick<VersionRow, 'project' | 'base' | 'createdBy'> & { message: string | undefined },
): Promise<UnnumberedVersion> {
  const { project, base, createdBy, message } = of;
  const tools = enabledTools(blueprint);
  const { summary, toolNames } = describeContent({ ...blueprint, tools });
  return {
    id: randomId(),
    project,
    message: message || null,
    base,
    draft: head.id,
    blueprint: head.blueprint,
    artifact: head.artifact,
    warnings: head.warnings,
    fingerprint: await fingerprintTools(blueprint),
    tools: tools.length,
    score: report?.score ?? null,
    verdict: report?.verdict ?? null,
    createdBy,
    createdAt: Date.now(),
    fixes: (head.base?.project === project ? head.base.fixes : null) ?? null,
    listed: { tools: tools.length, toolNames: toolNames ?? [], summary: summary || null },
  };
}

/** Whether a version holds what the draft contains. */
export function isSaved(
  { head }: SavedDraft,
  version: Pick<VersionRow, 'blueprint' | 'artifact'>,
): boolean {
  return version.blueprint === head.blueprint && version.artifact === head.artifact;
}

/**
 * Does what remains once a version is kept: its report is copied, secrets come along if the person
 * wants them to, and the draft knows what it was saved as. Returns the version's verdict. Doing it
 * twice comes to the same, except that a report which somebody has asked for meanwhile comes along.
 * A draft that cannot be told fails nothing.
 */
export async function finishSave(
  app: AppContext,
  { head, blueprint, report }: SavedDraft,
  { project, number, score, verdict }: Pick<VersionRow, 'project' | 'number'> & Judged,
  secrets: NewVersion['secrets'],
): Promise<Judged> {
  if (report !== null) {
    await storeVersionReport(app.env.BLOBS, { project, number }, report);
    if (report.score !== score || !isSameJson(report.verdict, verdict)) {
      const judged = { score: report.score, verdict: report.verdict };
      await indexVersionVerdict(app.env.DB, { project, number }, judged);
    }
  }
  if (secrets === 'copy') await carryToProject(app, { draft: head.id, project }, blueprint);
  try {
    const base = { project, version: number };
    const linked = await applyToDraft(app.env, head.id, { kind: 'link', base });
    if (!linked.ok) app.log.warn('draft.notLinked', { draft: head.id, reason: linked.reason });
  } catch (error) {
    app.log.warn('draft.notLinked', { draft: head.id, error });
  }
  const { score: latest, verdict: found } = report ?? { score, verdict };
  return { score: latest, verdict: found };
}
