import { describeDiff } from '#app/blueprint/diff/describe-diff.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';
import { mergeBlueprints } from '#app/blueprint/diff/merge/merge-blueprints.ts';
import type { MergeChoice, MergeConflict } from '#app/blueprint/diff/merge/merge-conflict.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';
import { makeContent } from '#app/drafts/documents/make-content.server.ts';
import { applyToDraft, loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { FoundVersion } from './find-project.server.ts';
import type { VersionMerge } from './project-change.ts';
import type { ProjectProblem } from './project-problem.server.ts';
import { findSavedDraft, type SavedDraft } from './saved-draft.server.ts';
import type { MergedDraft, MergePreview } from './version-merge.ts';
import { loadVersion } from './version-store.server.ts';

interface Merge {
  saved: SavedDraft;
  /** The version that the chat began with. */
  base: number;
  blueprint: Blueprint;
  conflicts: MergeConflict[];
}

/** Shows what taking a version's changes over into a chat comes to; nothing is changed. */
export async function previewMerge(
  app: AppContext,
  request: Request,
  found: FoundVersion,
  body: VersionMerge,
): Promise<Result<MergePreview, ProjectProblem>> {
  const merged = await mergeInto(app, request, found, body);
  if (!merged.ok) return merged;
  const { saved, base, blueprint, conflicts } = merged.value;
  const changes = describeDiff(diffBlueprints(saved.blueprint, blueprint));
  return succeed({ base, version: found.version.number, changes, conflicts });
}

/**
 * Takes the changes of a version over into a chat that began with an earlier one, as one restore point. The chat
 * began with that version from then on, so that it can be saved after it. Nothing happens while a conflict has no choice.
 */
export async function mergeVersion(
  app: AppContext,
  request: Request,
  found: FoundVersion,
  body: VersionMerge,
): Promise<Result<MergedDraft, ProjectProblem>> {
  const merged = await mergeInto(app, request, found, body);
  if (!merged.ok) return merged;
  const { saved, blueprint, conflicts } = merged.value;
  const open = conflicts.filter((conflict) => !isChosen(conflict, body.choices));
  if (open.length > 0) return fail({ reason: 'mergeConflicts', count: open.length });
  const { head } = saved;
  const fixes = saved.begun?.fixes;
  const { project, number: version } = found.version;
  const stores = { bucket: app.env.BLOBS, loader: app.env.LOADER };
  const content = await makeContent(stores, blueprint, head.warnings);
  if (!content.ok) return content;
  const described = describeDiff(diffBlueprints(saved.blueprint, blueprint));
  const changed = await applyToDraft(app.env, head.id, {
    kind: 'change',
    revision: head.revision,
    content: content.value,
    changed: [`The changes of version ${version} are taken over.`, ...described],
  });
  if (!changed.ok) return changed;
  const linked = await applyToDraft(app.env, head.id, {
    kind: 'link',
    base: { project, version, ...(fixes !== undefined && { fixes }) },
  });
  return linked.ok ? succeed({ revision: linked.value.revision, version }) : linked;
}

async function mergeInto(
  app: AppContext,
  request: Request,
  { project, version, caller }: FoundVersion,
  body: VersionMerge,
): Promise<Result<Merge, ProjectProblem>> {
  const saved = await findSavedDraft(app, request, caller, body);
  if (!saved.ok) return saved;
  const began = saved.value.begun;
  if (began?.project !== project.id || began.version >= version.number) {
    return fail({ reason: 'notBehind', version: version.number });
  }
  const base = await loadVersion(app.env.DB, project.id, began.version);
  if (base === null) return fail({ reason: 'unknownVersion', version: began.version });
  const [before, theirs] = [
    await loadBlueprint(app.env, base),
    await loadBlueprint(app.env, version),
  ];
  const sides = { base: before, mine: saved.value.blueprint, theirs };
  const { value, conflicts } = mergeBlueprints(sides, body.choices);
  const parsed = parseBlueprint(value);
  if (!parsed.ok) return fail({ reason: 'unfitMerge', problems: parsed.problems });
  return succeed({ saved: saved.value, base: base.number, blueprint: parsed.value, conflicts });
}

function isChosen({ part, key }: MergeConflict, choices: readonly MergeChoice[]): boolean {
  return choices.some((choice) => choice.part === part && choice.key === key);
}
