/**
 * Keeps the values that were asked for last, by key; a key must always stand for the same value.
 * Only values are kept, not work under way: one request must not wait for another one's.
 */
export function createRecentCache<Value>(
  maxKept: number,
): (key: string, load: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, Value>();
  return async (key, load) => {
    const known = kept.get(key);
    const value = known ?? (await load());
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
