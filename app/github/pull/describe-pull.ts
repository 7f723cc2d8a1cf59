import { boundChange } from '#app/blueprint/diff/bound-change.ts';
import { compareParts } from '#app/blueprint/diff/compare-parts.ts';
import { diffContract } from '#app/blueprint/diff/contract/diff-contract.ts';
import { describeDiff } from '#app/blueprint/diff/describe-diff.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';
import type { FieldChange } from '#app/blueprint/diff/field-change.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import type { Pull } from './load-edits.server.ts';
import { listOpenEdits, mergePull, type OpenEdit } from './merge-pull.ts';
import type { PulledEdit, PullPreview } from './pull-preview.ts';

const MAX_EDITS = 200;
const MAX_PROBLEMS = 100;
const MAX_OTHERS = 100;
/** Characters of one text, and of all texts. */
const MAX_TEXT = 20_000;
const MAX_TEXTS = 300_000;

/** Tells what pulling back the edits of a repository comes to, bounded however many there are. */
export function describePull(pull: Pull): PullPreview {
  const { link, head, pushedVersion, latest, mine, problems, others } = pull;
  const edits = listOpenEdits(pull);
  const found = mergePull(pull, {});
  const conflicts = found.ok ? found.value.conflicts : [];
  const choices = conflicts.map(({ part, key }) => ({ part, key, take: 'theirs' as const }));
  const merged = conflicts.length === 0 ? found : mergePull(pull, { choices });
  const after = merged.ok ? merged.value.blueprint : null;
  return {
    branch: link.branch,
    head,
    pushedVersion,
    latest: latest.version.number,
    edits: describeEdits(edits),
    moreEdits: Math.max(0, edits.length - MAX_EDITS),
    conflicts,
    changes: after === null ? [] : describeDiff(diffBlueprints(mine, after)).map(toVisible),
    contract: after === null ? null : diffContract(mine, after),
    problems: problems.slice(0, MAX_PROBLEMS).map(({ reason, ...place }) => {
      return { ...place, reason: toVisible(reason) };
    }),
    moreProblems: Math.max(0, problems.length - MAX_PROBLEMS),
    others: others.slice(0, MAX_OTHERS),
    moreOthers: Math.max(0, others.length - MAX_OTHERS),
  };
}

function describeEdits(edits: readonly OpenEdit[]): PulledEdit[] {
  let room = MAX_TEXTS;
  return edits.slice(0, MAX_EDITS).map(({ part, key, mine, after }) => {
    const values = room > 0 ? compareParts(part, mine, after).map(show) : [];
    for (const value of values) room -= (value.before?.length ?? 0) + (value.after?.length ?? 0);
    const change = mine === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    return { part, key, name: toVisible(nameOf(after) ?? key), change, values };
  });
}

function show(change: FieldChange): FieldChange {
  const bound = boundChange(change, MAX_TEXT);
  const { before, after } = bound;
  return {
    ...bound,
    before: before === null ? null : toVisible(before),
    after: after === null ? null : toVisible(after),
  };
}

/** The name of a tool that may have another one now. */
function nameOf(value: unknown): string | null {
  const isTool = isJsonObject(value) && 'action' in value;
  return isTool && typeof value['name'] === 'string' ? value['name'] : null;
}
