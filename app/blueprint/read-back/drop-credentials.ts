import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { listChangedEntries, takeEntries } from '#app/blueprint/diff/merge/take-entries.ts';
import { findSecrets } from '#app/blueprint/readiness/secret-scan.ts';

import { settle, type UnfitEdit } from './settle.ts';

/** Takes back the edits that bring a credential along: a version is hosted, shared and exported with all its texts. */
export function dropCredentials(
  before: Blueprint,
  after: Blueprint,
): { blueprint: Blueprint; unfit: UnfitEdit[] } {
  const dropped = new Map<string, UnfitEdit>();
  for (const { part, key, ...entry } of listChangedEntries(before, after)) {
    const known = new Set(findSecrets(toText(entry.before)).map(({ value }) => value));
    const [found] = findSecrets(toText(entry.after)).filter(({ value }) => !known.has(value));
    if (found === undefined) continue;
    const message = `It contains a credential (${found.kind} ${found.shown}). Remove it, revoke it where it was issued, and store the new one as a secret.`;
    dropped.set(`${part} ${key}`, { part, key, message });
  }
  if (dropped.size === 0) return { blueprint: after, unfit: [] };
  const left = takeEntries(before, after, ({ part, key }) => !dropped.has(`${part} ${key}`));
  const { blueprint, unfit } = settle(before, left);
  return { blueprint, unfit: [...dropped.values(), ...unfit] };
}

function toText(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}
