import type { ChangedEntry } from '#app/blueprint/diff/merge/take-entries.ts';
import { findSecrets } from '#app/blueprint/readiness/secret-scan.ts';

/** Says that an edit brings a credential along: a version is hosted, shared and exported with all its texts. */
export function findCredential({ before, after }: ChangedEntry): string | null {
  const known = new Set(findSecrets(toJson(before)).map(({ value }) => value));
  const found = findSecrets(toJson(after)).find(({ value }) => !known.has(value));
  if (found === undefined) return null;
  return `It contains a credential (${found.kind} ${found.shown}). Remove it, revoke it where it was issued, and store the new one as a secret.`;
}

function toJson(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}
