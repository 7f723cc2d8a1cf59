/** The orders of one list on both sides and before, as the keys of its entries. */
export interface Orders {
  base: readonly string[];
  mine: readonly string[];
  theirs: readonly string[];
}

/**
 * The order of a merged list: that of the side which changed it (mine, where both did), with what either
 * side added behind the entry that it was added after.
 * @param kept the keys that the merged list has
 */
export function mergeOrder({ base, mine, theirs }: Orders, kept: ReadonlySet<string>): string[] {
  const known = new Set(base);
  const isOld = (key: string) => known.has(key) && kept.has(key);
  const [own, other] = [mine.filter(isOld), theirs.filter(isOld)];
  const left = new Set(own);
  const before = base.filter((key) => left.has(key));
  const skeleton = isSameList(own, before) ? other : own;
  const inSkeleton = new Set(skeleton);
  const groups = new Map<string, string[][]>();
  for (const side of [mine, theirs]) groupAdded(side, kept, inSkeleton, groups);
  const placed = new Set<string>();
  return ['', ...skeleton].flatMap((anchor) => {
    const added = (groups.get(anchor) ?? []).toSorted(byKeys).flat();
    const here = anchor === '' ? added : [anchor, ...added];
    return here.filter((key) => !placed.has(key) && placed.add(key));
  });
}

/** Collects what a side has besides the skeleton, by the entry of the skeleton that it stands after. */
function groupAdded(
  side: readonly string[],
  kept: ReadonlySet<string>,
  skeleton: ReadonlySet<string>,
  groups: Map<string, string[][]>,
): void {
  let anchor = '';
  let group: string[] = [];
  for (const key of side) {
    if (!kept.has(key)) continue;
    if (skeleton.has(key)) {
      anchor = key;
      group = [];
      continue;
    }
    if (group.length === 0) groups.set(anchor, [...(groups.get(anchor) ?? []), group]);
    group.push(key);
  }
}

/** Two groups at the same place stand in the same order, whichever side they are from. */
function byKeys(one: string[], other: string[]): number {
  const [first, second] = [one.join('\n'), other.join('\n')];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}
