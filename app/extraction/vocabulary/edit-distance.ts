/** Longer words are compared by their beginnings. */
const MAX_LENGTH = 64;

/** Number of letters to change, add, remove or swap with the next one; case counts. */
export function distance(one: string, other: string): number {
  const [a, b] = [one.slice(0, MAX_LENGTH), other.slice(0, MAX_LENGTH)];
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
          isSwap ? (before[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}

/** Maximum distance for a word of this length: in a short word another letter makes another word. */
function toleranceOf(length: number): number {
  if (length < 4) return 0;
  if (length < 7) return 1;
  return length < 12 ? 2 : 3;
}

/**
 * The candidate closest to a mistyped word, ignoring case; null if none is close, or two are equally close.
 */
export function closest(word: string, candidates: readonly string[]): string | null {
  const wanted = word.toLowerCase();
  const same =
    candidates.find((name) => name === word) ??
    candidates.find((name) => name.toLowerCase() === wanted);
  if (same !== undefined) return same;
  const limit = toleranceOf(wanted.length);
  const rated = [...new Set(candidates)]
    .filter((name) => Math.abs(name.length - wanted.length) <= limit)
    .map((name) => ({ name, edits: distance(wanted, name.toLowerCase()) }))
    .filter(({ edits }) => edits <= limit)
    .toSorted((a, b) => a.edits - b.edits);
  const [best, next] = rated;
  return best && best.edits !== next?.edits ? best.name : null;
}
