/** Waits for a promise, at most so long; then fails with a `TimeoutError`. The work goes on unheeded. */
export async function withTimeout<Value>(
  work: Promise<Value>,
  milliseconds: number,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DOMException(`No answer within ${milliseconds} ms`, 'TimeoutError')),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
}
