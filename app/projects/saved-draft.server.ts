import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { fingerprintTools } from '#app/blueprint/diff/contract/fingerprint-tools.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import { enabledTools } from '#app/blueprint/to-server-definition.ts';
import { describeContent } from '#app/drafts/documents/make-content.server.ts';
import type { DraftContent, DraftHead } from '#app/drafts/draft-state.ts';
import type { ProjectBase } from '#app/drafts/project-base.ts';
import { findOwnDraft } from '#app/drafts/find-draft.server.ts';
import { loadReport } from '#app/drafts/report-store.server.ts';
import { applyToDraft, loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { carryToProject } from './secrets/carry-secrets.server.ts';
import type { ProjectCaller } from './project-caller.ts';
import type { NewVersion } from './project-change.ts';
import type { ProjectProblem } from './project-problem.server.ts';
import { storeVersionReport } from './version-report-store.server.ts';
import {
  indexVersionVerdict,
  type Judged,
  type UnnumberedVersion,
  type VersionRow,
} from './version-store.server.ts';

/** A server that is saved: a draft in the state that the person saw, or what somebody brought. */
export interface SavedServer {
  /** Id of the draft; null: it is of none. */
  draft: string | null;
  content: DraftContent;
  blueprint: Blueprint;
  /** Null: nobody has asked for it. */
  report: Report | null;
  /** The version that it began with; null: it began with none. */
  begun: ProjectBase | null;
}

/** A draft that is saved. */
export interface SavedDraft extends SavedServer {
  head: DraftHead;
}

/** Finds the draft to save: the caller's own, in the revision that they name. */
export async function findSavedDraft(
  app: AppContext,
  request: Request,
  caller: ProjectCaller,
  { draft, revision }: Pick<NewVersion, 'draft' | 'revision'>,
): Promise<Result<SavedDraft, ProjectProblem>> {
  const found = await findOwnDraft(app, request, draft);
  if (!found.ok) return found;
  const { head, access } = found.value;
  // Who merely holds the draft's token takes nothing of it into an account of theirs.
  if (access !== 'owner' || head.owner !== caller.accountId) return fail({ reason: 'unknown' });
  if (head.revision !== revision) return fail({ reason: 'conflict', revision: head.revision });
  return succeed(await toSavedDraft(app, head));
}

/** A draft with everything that a version of it is made of. */
export async function toSavedDraft(app: AppContext, head: DraftHead): Promise<SavedDraft> {
  const [blueprint, report] = await Promise.all([
    loadBlueprint(app.env, head),
    loadReport(app.env.BLOBS, head),
  ]);
  const begun = head.base ?? null;
  return { draft: head.id, content: head, blueprint, report, begun, head };
}

/** A version of what is saved. */
export async function toVersion(
  { draft, content, blueprint, report, begun }: SavedServer,
  of: Pick<VersionRow, 'id' | 'project' | 'base' | 'createdBy'> & { message: string | undefined },
): Promise<UnnumberedVersion> {
  const { id, project, base, createdBy, message } = of;
  const tools = enabledTools(blueprint);
  const { summary, toolNames } = describeContent({ ...blueprint, tools });
  return {
    id,
    project,
    message: message || null,
    base,
    draft,
    blueprint: content.blueprint,
    artifact: content.artifact,
    warnings: content.warnings,
    fingerprint: await fingerprintTools(blueprint),
    tools: tools.length,
    score: report?.score ?? null,
    verdict: report?.verdict ?? null,
    createdBy,
    createdAt: Date.now(),
    fixes: (begun?.project === project ? begun.fixes : null) ?? null,
    listed: { tools: tools.length, toolNames: toolNames ?? [], summary: summary || null },
  };
}

/** Whether a version holds what is saved. */
export function isSaved(
  { content }: SavedServer,
  version: Pick<VersionRow, 'blueprint' | 'artifact'>,
): boolean {
  return version.blueprint === content.blueprint && version.artifact === content.artifact;
}

/**
 * Does what remains once a version is kept: its report is copied, secrets come along if the person
 * wants them to, and the draft knows what it was saved as. Returns the version's verdict. Doing it
 * twice comes to the same, except that a report which somebody has asked for meanwhile comes along.
 * A draft that cannot be told fails nothing.
 */
export async function finishSave(
  app: AppContext,
  { draft, blueprint, report }: SavedServer,
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
  if (draft !== null) {
    if (secrets === 'copy') await carryToProject(app, { draft, project }, blueprint);
    await linkDraft(app, draft, { project, version: number });
  }
  const { score: latest, verdict: found } = report ?? { score, verdict };
  return { score: latest, verdict: found };
}

async function linkDraft(app: AppContext, draft: string, base: ProjectBase): Promise<void> {
  try {
    const linked = await applyToDraft(app.env, draft, { kind: 'link', base });
    if (!linked.ok) app.log.warn('draft.notLinked', { draft, reason: linked.reason });
  } catch (error) {
    app.log.warn('draft.notLinked', { draft, error });
  }
}
