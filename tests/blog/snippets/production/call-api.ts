// #region call
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);
const PASSING = new Set([408, 429, 500, 502, 503, 504]);
const MOST_WAIT_MS = 5_000;

export async function callApi(
  url: URL,
  init: RequestInit & { method: string },
  { signal, attempts = 3, wait = delay }: Options,
): Promise<Response> {
  // One deadline for all attempts: the client behind us has one, too.
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(20_000)]);
  for (let attempt = 1; ; attempt += 1) {
    // A redirect could lead into a private network, with our credentials.
    const sent = fetch(url, {
      ...init,
      redirect: 'manual',
      signal: deadline,
    });
    const response = await sent.catch((error: unknown) => {
      if (deadline.aborted || !REPEATABLE.has(init.method)) throw error;
      return null;
    });
    const isLast = attempt >= attempts || !REPEATABLE.has(init.method);
    if (response && (isLast || !PASSING.has(response.status)))
      return response;
    if (isLast)
      throw new Error(
        `The API could not be reached in ${attempts} attempts.`,
      );
    await wait(waitAfter(response, attempt), deadline);
  }
}

function waitAfter(response: Response | null, attempt: number): number {
  const asked = Number(
    response?.headers.get('retry-after') ?? Number.NaN,
  );
  if (Number.isFinite(asked))
    return Math.min(asked * 1_000, MOST_WAIT_MS);
  // Full jitter: callers who failed together do not come back together.
  return Math.random() * Math.min(MOST_WAIT_MS, 250 * 2 ** attempt);
}
// #endregion

interface Options {
  signal: AbortSignal;
  attempts?: number;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

async function delay(
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
