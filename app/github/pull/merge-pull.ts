import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { keyPart } from '#app/blueprint/diff/merge/keyed-parts.ts';
import { mergeBlueprints } from '#app/blueprint/diff/merge/merge-blueprints.ts';
import type { MergeChoice, MergeConflict } from '#app/blueprint/diff/merge/merge-conflict.ts';
import {
  listChangedEntries,
  takeEntries,
  type ChangedEntry,
  type EntryName,
} from '#app/blueprint/diff/merge/take-entries.ts';
import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { PathProblem } from '#app/platform/json-path.ts';

/** The server that was pushed, that of the latest version, and that of the repository. */
export interface PullSides {
  base: Blueprint;
  mine: Blueprint;
  theirs: Blueprint;
}

/** An edit of the repository that the latest version does not have. */
export interface OpenEdit extends ChangedEntry {
  /** The entry in the latest version; undefined: it is not there. */
  mine: unknown;
}

/** The edits of a repository that are not in the latest version. */
export function listOpenEdits({ base, mine, theirs }: PullSides): OpenEdit[] {
  const own = new Map<string, Map<string, unknown>>();
  return listChangedEntries(base, theirs).flatMap((entry) => {
    const { part, key } = entry;
    const entries = own.get(part) ?? new Map(toEntries(part, mine, base));
    own.set(part, entries);
    const value = entries.get(key);
    return isSameJson(value, entry.after) ? [] : [{ ...entry, mine: value }];
  });
}

/** Merges the edits that are taken into the latest version; `conflicts` are those whose side nobody has chosen. */
export function mergePull(
  { base, mine, theirs }: PullSides,
  {
    take,
    choices = [],
  }: { take?: readonly EntryName[] | undefined; choices?: readonly MergeChoice[] | undefined },
): Result<
  { blueprint: Blueprint; conflicts: MergeConflict[] },
  { reason: 'unfitMerge'; problems: PathProblem[] }
> {
  const taken = new Set(take?.map(toId));
  const picked = parseBlueprint(
    take === undefined ? theirs : takeEntries(base, theirs, (entry) => taken.has(toId(entry))),
  );
  if (!picked.ok) return fail({ reason: 'unfitMerge', problems: picked.problems });
  const merged = mergeBlueprints({ base, mine, theirs: picked.value }, choices);
  const parsed = parseBlueprint(merged.value);
  if (!parsed.ok) return fail({ reason: 'unfitMerge', problems: parsed.problems });
  const chosen = new Set(choices.map(toId));
  const conflicts = merged.conflicts.filter((conflict) => !chosen.has(toId(conflict)));
  return succeed({ blueprint: parsed.value, conflicts });
}

function toEntries(part: EntryName['part'], of: Blueprint, base: Blueprint): [string, unknown][] {
  return keyPart(part, of, base).map(({ key, value }) => [key, value]);
}

function toId({ part, key }: EntryName): string {
  return `${part} ${key}`;
}
