/** A value, and how much of the cache it takes: the length of the text that it was read from. */
export interface Sized<Value> {
  value: Value;
  size: number;
}

/**
 * Keeps the values that were asked for last, by key, up to a size together; the newest is always
 * kept. A key must always stand for the same value. Only values are kept, not work under way: one
 * request must not wait for another one's.
 */
export function createRecentCache<Value>(
  maxSize: number,
): (key: string, load: () => Promise<Sized<Value>>) => Promise<Value> {
  const kept = new Map<string, Sized<Value>>();
  let total = 0;
  const forget = (key: string) => {
    total -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  return async (key, load) => {
    const entry = kept.get(key) ?? (await load());
    forget(key);
    kept.set(key, entry);
    total += entry.size;
    for (const oldest of kept.keys()) {
      if (total <= maxSize || oldest === key) break;
      forget(oldest);
    }
    return entry.value;
  };
}
