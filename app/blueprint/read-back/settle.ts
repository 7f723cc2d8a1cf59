import { Blueprint } from '#app/blueprint/blueprint.ts';
import { keyPart } from '#app/blueprint/diff/merge/keyed-parts.ts';
import { MergedPart } from '#app/blueprint/diff/merge/merge-conflict.ts';
import {
  listChangedEntries,
  takeEntries,
  type ChangedEntry,
  type EntryName,
} from '#app/blueprint/diff/merge/take-entries.ts';
import { findBrokenReferences } from '#app/blueprint/find-broken-references.ts';
import type { PathProblem } from '#app/platform/json-path.ts';

/** An edit that was taken back, because the server does not fit together with it. */
export interface UnfitEdit extends EntryName {
  message: string;
}

/**
 * Takes back the edits that leave a server at odds with itself, until it fits together: first what was removed and
 * is still referred to, then what was edited where the problem is.
 */
export function settle(
  before: Blueprint,
  after: Record<string, unknown>,
): { blueprint: Blueprint; unfit: UnfitEdit[] } {
  const unfit = new Map<string, UnfitEdit>();
  let left = after;
  for (;;) {
    const shape = Blueprint.safeParse(left);
    const problems = shape.success ? findBrokenReferences(shape.data) : [];
    if (shape.success && problems.length === 0) {
      return { blueprint: shape.data, unfit: [...unfit.values()] };
    }
    if (!shape.success) return { blueprint: before, unfit: [...unfit.values()] };
    const changed = listChangedEntries(before, shape.data);
    // A server that was at odds with itself before stays so.
    if (changed.length === 0) return { blueprint: before, unfit: [...unfit.values()] };
    const back = new Map<string, UnfitEdit>();
    for (const problem of problems) {
      for (const { part, key } of findFaulty(problem, { before, after: shape.data, changed })) {
        const id = `${part} ${key}`;
        if (!back.has(id)) back.set(id, { part, key, message: problem.message });
      }
    }
    for (const [id, edit] of back) unfit.set(id, edit);
    left = takeEntries(before, shape.data, ({ part, key }) => !back.has(`${part} ${key}`));
  }
}

interface Edited {
  before: Blueprint;
  after: Blueprint;
  changed: readonly ChangedEntry[];
}

/** The edits that a problem comes of; never none. */
function findFaulty(
  { path, message }: PathProblem,
  { before, after, changed }: Edited,
): readonly EntryName[] {
  const named = new Set([...message.matchAll(/"([^"]*)"/g)].map(([, name]) => name));
  const removed = changed.filter((entry) => entry.after === undefined && named.has(entry.key));
  if (removed.length > 0) return removed;
  const place = toEntry(path, before, after);
  const here = changed.filter(({ part, key }) => part === place?.part && key === place.key);
  if (here.length > 0) return here;
  const meant = changed.filter(({ key }) => named.has(key));
  return meant.length > 0 ? meant : changed;
}

/** The entry that a path begins with. */
function toEntry(path: string, before: Blueprint, after: Blueprint): EntryName | null {
  const [, name, index, plain, quoted] =
    /^\$\.(\w+)(?:\[(\d+)\]|\.(\w+)|\['((?:[^\\']|\\.)*)'\])/.exec(path) ?? [];
  const part = MergedPart.safeParse(name);
  if (!part.success) return null;
  const key =
    index === undefined
      ? (plain ?? quoted?.replaceAll(/\\(.)/g, '$1'))
      : keyPart(part.data, after, before)[Number(index)]?.key;
  return key === undefined ? null : { part: part.data, key };
}
