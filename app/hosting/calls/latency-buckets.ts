/** Upper bounds of the buckets in which latencies are counted, in milliseconds. */
export const BUCKET_MS = [
  5,
  10,
  25,
  50,
  100,
  250,
  500,
  1_000,
  2_500,
  5_000,
  10_000,
  Infinity,
] as const;

/** Number of the bucket of a latency. */
export function bucketOf(milliseconds: number): number {
  return BUCKET_MS.findIndex((bound) => milliseconds <= bound);
}

/**
 * The latency that this share of the calls stayed below, as the bound of its bucket; null where nothing was
 * counted. Of what took longer than the last bound, that bound is told.
 */
export function quantileOf(buckets: readonly number[], share: number): number | null {
  const total = buckets.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  const index = buckets.findIndex((count) => (seen += count) >= share * total);
  const bound = BUCKET_MS[index] ?? Infinity;
  return bound === Infinity ? (BUCKET_MS.at(-2) ?? null) : bound;
}

/** The sum of two counts. */
export function addBuckets(some: readonly number[], others: readonly number[]): number[] {
  return BUCKET_MS.map((_, index) => (some[index] ?? 0) + (others[index] ?? 0));
}
