/** One line of a comparison. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** Numbers in both texts, from 1; null where the line is not there. */
  before: number | null;
  after: number | null;
}

/** Further apart than so many lines, two texts are shown as one that replaces the other. */
const MAX_EDITS = 800;
/** Lines of context around a change. */
const CONTEXT = 3;

/** Compares two texts line by line: what stays, goes and comes, in order, with the fewest changes. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = toLines(before);
  const now = toLines(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  const rest = Math.min(old.length, now.length) - start;
  while (end < rest && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const middle = walk(old.slice(start, old.length - end), now.slice(start, now.length - end));
  const kinds: DiffLine['kind'][] = [
    ...Array.from({ length: start }, () => 'same' as const),
    ...middle,
    ...Array.from({ length: end }, () => 'same' as const),
  ];
  return number(kinds, old, now);
}

/** The changes with some lines around each; a gap between them begins a new group. */
export function toHunks(lines: readonly DiffLine[]): DiffLine[][] {
  const hunks: DiffLine[][] = [];
  let last = -1;
  lines.forEach(({ kind }, index) => {
    if (kind === 'same') return;
    const from = Math.max(index - CONTEXT, last + 1);
    const to = Math.min(index + CONTEXT, lines.length - 1);
    const added = lines.slice(from, to + 1);
    const isNear = hunks.length > 0 && from === last + 1;
    if (isNear) hunks.at(-1)?.push(...added);
    else if (added.length > 0) hunks.push(added);
    last = Math.max(last, to);
  });
  return hunks;
}

/** At most so many lines of the hunks, and how many changes are left out. */
export function cutHunks(
  hunks: readonly DiffLine[][],
  most: number,
): { hunks: DiffLine[][]; left: number } {
  const kept: DiffLine[][] = [];
  let [room, left] = [most, 0];
  for (const hunk of hunks) {
    if (room > 0) kept.push(hunk.slice(0, room));
    left += hunk.slice(room).filter(({ kind }) => kind !== 'same').length;
    room = Math.max(0, room - hunk.length);
  }
  return { hunks: kept, left };
}

function toLines(text: string): string[] {
  if (text === '') return [];
  return text.replace(/\n$/, '').split('\n');
}

/** Myers' greedy search for the shortest way from one list to the other. */
function walk(old: readonly string[], now: readonly string[]): DiffLine['kind'][] {
  const limit = Math.min(old.length + now.length, MAX_EDITS);
  const furthest = new Map<number, number>([[1, 0]]);
  const trail: Map<number, number>[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    trail.push(new Map(furthest));
    for (let k = -edits; k <= edits; k += 2) {
      let x = comesDown(furthest, k, edits) ? at(furthest, k + 1) : at(furthest, k - 1) + 1;
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) x += 1;
      furthest.set(k, x);
      if (x >= old.length && x - k >= now.length) return goBack(trail, old.length, now.length);
    }
  }
  return [...old.map(() => 'removed' as const), ...now.map(() => 'added' as const)];
}

/** Whether the best way to diagonal `k` adds a line (down) rather than removing one (right). */
function comesDown(furthest: ReadonlyMap<number, number>, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && at(furthest, k - 1) < at(furthest, k + 1));
}

function goBack(
  trail: readonly ReadonlyMap<number, number>[],
  oldLength: number,
  nowLength: number,
): DiffLine['kind'][] {
  const kinds: DiffLine['kind'][] = [];
  let x = oldLength;
  let y = nowLength;
  for (let edits = trail.length - 1; edits >= 0; edits -= 1) {
    const furthest = trail[edits] ?? new Map<number, number>();
    const k = x - y;
    const from = comesDown(furthest, k, edits) ? k + 1 : k - 1;
    const fromX = at(furthest, from);
    const fromY = fromX - from;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      kinds.push('same');
      x -= 1;
      y -= 1;
    }
    if (edits > 0) kinds.push(x === fromX ? 'added' : 'removed');
    x = fromX;
    y = fromY;
  }
  return kinds.toReversed();
}

function at(furthest: ReadonlyMap<number, number>, k: number): number {
  return furthest.get(k) ?? 0;
}

function number(
  kinds: readonly DiffLine['kind'][],
  old: readonly string[],
  now: readonly string[],
): DiffLine[] {
  let before = 0;
  let after = 0;
  return kinds.map((kind) => {
    if (kind !== 'added') before += 1;
    if (kind !== 'removed') after += 1;
    const text = kind === 'removed' ? old[before - 1] : now[after - 1];
    return {
      kind,
      text: text ?? '',
      before: kind === 'added' ? null : before,
      after: kind === 'removed' ? null : after,
    };
  });
}
