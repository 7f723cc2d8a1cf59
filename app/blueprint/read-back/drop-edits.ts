import type { Blueprint } from '#app/blueprint/blueprint.ts';
import {
  listChangedEntries,
  takeEntries,
  type ChangedEntry,
} from '#app/blueprint/diff/merge/take-entries.ts';

import { settle, type UnfitEdit } from './settle.ts';

/** Says why an edit must not come back; null: it may. */
export type FindFault = (entry: ChangedEntry) => string | null;

/** Takes back the edits with a fault, and those that do not fit without them. */
export function dropEdits(
  before: Blueprint,
  after: Blueprint,
  findFault: FindFault,
): { blueprint: Blueprint; unfit: UnfitEdit[] } {
  const dropped = new Map<string, UnfitEdit>();
  for (const entry of listChangedEntries(before, after)) {
    const message = findFault(entry);
    const { part, key } = entry;
    if (message !== null) dropped.set(`${part} ${key}`, { part, key, message });
  }
  if (dropped.size === 0) return { blueprint: after, unfit: [] };
  const left = takeEntries(before, after, ({ part, key }) => !dropped.has(`${part} ${key}`));
  const { blueprint, unfit } = settle(before, left);
  return { blueprint, unfit: [...dropped.values(), ...unfit] };
}
