/** After what could not be loaded; each further failure doubles it, up to the second number. */
const RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Loads a part of the page that comes later than the page (a chunk, by `import()`), and tries again
 * until it is there: when the browser is online again, or after a while. Never rejects. `onMissed`
 * is called on the first failure.
 */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  onMissed?: () => void,
): Promise<Part> {
  try {
    return await load();
  } catch {
    onMissed?.();
    return loadOnceOnline(load, RETRY_MS);
  }
}

async function loadOnceOnline<Part>(load: () => Promise<Part>, waitMs: number): Promise<Part> {
  await onlineOrAfter(waitMs);
  try {
    return await load();
  } catch {
    return loadOnceOnline(load, Math.min(waitMs * 2, LONGEST_RETRY_MS));
  }
}

/** A browser that is online may have missed a chunk all the same: no event follows then. */
function onlineOrAfter(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const begin = () => {
      clearTimeout(timer);
      removeEventListener('online', begin);
      resolve();
    };
    const timer = setTimeout(begin, milliseconds);
    addEventListener('online', begin);
  });
}
