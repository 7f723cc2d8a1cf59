import { mergeOrder } from './merge-order.ts';
import type { MergedValue, Sides } from './merge-values.ts';

/** An entry of a list with the key that tells which it is on every side; unique in its list. */
export interface Keyed<Value> {
  key: string;
  value: Value;
}

export interface MergedList<Value> {
  list: Keyed<Value>[];
  /** Entries that both sides changed, whether or not somebody has chosen a side. */
  conflicts: (Sides<Value> & { key: string })[];
}

interface Rules<Value> {
  merge: (sides: Sides<Value>) => MergedValue<Value>;
  /** The chosen side of an entry; undefined: nobody has chosen, and it stays as mine. */
  takeOf: (key: string) => 'mine' | 'theirs' | undefined;
}

/** Merges two lists that came of the same one, entry by entry. */
export function mergeLists<Value>(
  lists: Record<'base' | 'mine' | 'theirs', readonly Keyed<Value>[]>,
  { merge, takeOf }: Rules<Value>,
): MergedList<Value> {
  const [base, mine, theirs] = [toMap(lists.base), toMap(lists.mine), toMap(lists.theirs)];
  const merged = new Map<string, Value>();
  const conflicts: MergedList<Value>['conflicts'] = [];
  for (const key of new Set([...base.keys(), ...mine.keys(), ...theirs.keys()])) {
    const sides = { base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) };
    const found = merge(sides);
    if (found === 'conflict') conflicts.push({ key, ...sides });
    const value = found === 'conflict' ? sides[takeOf(key) ?? 'mine'] : found.value;
    if (value !== undefined) merged.set(key, value);
  }
  const orders = { base: [...base.keys()], mine: [...mine.keys()], theirs: [...theirs.keys()] };
  const order = mergeOrder(orders, new Set(merged.keys()));
  const list = order.flatMap((key) => {
    const value = merged.get(key);
    return value === undefined ? [] : [{ key, value }];
  });
  return { list, conflicts };
}

/** Gives each entry of a list its key; of those with the same one the second is another. */
export function toKeyed<Value>(
  list: readonly Value[],
  keyOf: (value: Value) => string,
): Keyed<Value>[] {
  const seen = new Map<string, number>();
  return list.map((value) => {
    const key = keyOf(value);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return { key: count === 1 ? key : `${key} #${count}`, value };
  });
}

function toMap<Value>(list: readonly Keyed<Value>[]): Map<string, Value> {
  return new Map(list.map(({ key, value }) => [key, value]));
}
