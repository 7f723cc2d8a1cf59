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

/**
 * The value of a promise, `stopped` as soon as the signal is aborted, or `late` if neither came in time. The signal
 * may outlive the promise, so nothing listens to it afterwards. One promise, since each takes a part of a small call.
 */
export function firstOf<Value>(
  running: Promise<Value>,
  signal: AbortSignal,
  milliseconds: number,
): Promise<Value | 'stopped' | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end('late'), milliseconds);
    const stop = () => end('stopped');
    const leave = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    const end = (value: Value | 'stopped' | 'late') => {
      leave();
      resolve(value);
    };
    signal.addEventListener('abort', stop);
    running.then(end, (error: unknown) => {
      leave();
      reject(error);
    });
    if (signal.aborted) stop();
  });
}
