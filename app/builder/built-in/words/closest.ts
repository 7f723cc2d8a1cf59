/** Longer words are compared by their beginnings. */
const MAX_LENGTH = 64;

/** How many letters have to be changed, added, removed or swapped with the next. */
export function countEdits(one: string, other: string): number {
  const a = one.slice(0, MAX_LENGTH);
  const b = other.slice(0, MAX_LENGTH);
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a.charAt(i - 1) === b.charAt(j - 1);
      const isSwap = a.charAt(i - 1) === b.charAt(j - 2) && a.charAt(i - 2) === b.charAt(j - 1);
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap && i > 1 && j > 1 ? (before[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The names that a mistyped one may mean, the closest only; none where nothing is close. */
export function findClosest(wanted: string, names: readonly string[]): string[] {
  const limit = wanted.length < 4 ? 1 : wanted.length < 8 ? 2 : 3;
  const lower = wanted.toLowerCase();
  const rated = names
    .filter((name) => Math.abs(name.length - wanted.length) <= limit)
    .map((name) => ({ name, edits: countEdits(lower, name.toLowerCase()) }));
  const least = Math.min(limit, ...rated.map(({ edits }) => edits));
  // A word of three letters with one of them changed is another word.
  if (wanted.length < 3) return [];
  return rated.filter(({ edits }) => edits === least).map(({ name }) => name);
}
