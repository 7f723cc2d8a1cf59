import { listValue, UNKNOWN, type Value } from './value.ts';

/** A value that is either of two: lists and records have all of both. */
export function joinValues(first: Value, second: Value): Value {
  if (first.kind === 'unknown' || isNothing(first)) return isNothing(second) ? first : second;
  if (second.kind === 'unknown' || isNothing(second)) return first;
  if (first.kind === 'list' && second.kind === 'list') {
    const more = second.items.filter((item) => !first.items.includes(item));
    return listValue([...first.items, ...more], first.isOpen || second.isOpen);
  }
  if (first.kind === 'record' && second.kind === 'record') {
    const entries = new Map(second.entries);
    for (const [key, value] of first.entries) {
      const other = entries.get(key);
      entries.set(key, other === undefined ? value : joinValues(value, other));
    }
    return { kind: 'record', entries, isOpen: first.isOpen || second.isOpen };
  }
  if (first.kind === 'plain' && second.kind === 'plain' && first.value === second.value)
    return first;
  return first.kind === second.kind && first.kind === 'plain' ? UNKNOWN : first;
}

function isNothing(value: Value): boolean {
  return value.kind === 'plain' && (value.value === undefined || value.value === null);
}
