import type { OfferedSecret } from './offered-secrets.ts';

/** A reference to a value that was cut; the same as in the code that cuts, which may not have come. */
const REFERENCE = /\{secret:([A-Z][A-Z0-9_]{0,80})\}/;

/**
 * Finds the values that the server has cut out of a text, by what it has left of it.
 *
 * @param sent the text with the values
 * @param kept the same with references
 */
export function alignCut(sent: string, kept: string): OfferedSecret[] {
  const pieces = kept.split(REFERENCE);
  const found: OfferedSecret[] = [];
  let at = (pieces[0] ?? '').length;
  for (let index = 1; index < pieces.length; index += 2) {
    const name = pieces[index] ?? '';
    const next = pieces[index + 1] ?? '';
    const isLast = index + 2 >= pieces.length;
    const end = isLast ? sent.length - next.length : sent.indexOf(next, at + 1);
    if (end <= at) return found;
    const value = sent.slice(at, end);
    const isNew = !REFERENCE.test(value) && !found.some((each) => each.value === value);
    if (isNew) found.push({ name, kind: 'a secret', value, isSent: true });
    at = end + next.length;
  }
  return found;
}
