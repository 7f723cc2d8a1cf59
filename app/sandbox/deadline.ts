/** The promise's value, or null if it has not settled in time. */
export async function withDeadline<Value>(
  promise: Promise<Value>,
  milliseconds: number,
): Promise<Value | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), milliseconds);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
