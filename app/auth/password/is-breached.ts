/** Milliseconds that somebody who signs up waits for the list; our server gives up before. */
const TIMEOUT_MS = 3_000;

/**
 * Whether a password stands in the list of those that leaked. Only the first five characters of its hash
 * leave the browser. False while the list cannot be had.
 */
export async function isBreached(password: string): Promise<boolean> {
  try {
    const bytes = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password));
    const hash = [...new Uint8Array(bytes)]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`/api/passwords/${hash.slice(0, 5)}`, { signal });
    return response.ok && isListed(await response.text(), hash.slice(5));
  } catch {
    return false;
  }
}

/** Lines of padding have a count of zero. */
function isListed(range: string, rest: string): boolean {
  return range.split('\n').some((line) => {
    const [listed, count] = line.trim().split(':');
    return listed === rest && Number(count) > 0;
  });
}
