/** Changes to an object: a value sets a key, null removes it, absent leaves it. */
export type Changes<Target> = { [Key in keyof Target]?: Target[Key] | null | undefined };

/** A copy of the object with the changes applied. */
export function patch<Target extends object>(target: Target, changes: Changes<Target>): Target {
  const next = { ...target };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) Reflect.deleteProperty(next, key);
    else if (value !== undefined) Reflect.set(next, key, value);
  }
  return next;
}

/** Replaces the item with the same key in place, or appends it. */
export function upsertBy<Item>(items: Item[], item: Item, key: (item: Item) => string): Item[] {
  const index = items.findIndex((other) => key(other) === key(item));
  return index < 0 ? [...items, item] : items.with(index, item);
}
