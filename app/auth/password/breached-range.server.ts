import type { AppContext } from '#app/platform/app-context.ts';
import { readBytes } from '#app/platform/outbound/http-limits.ts';

/** The first five characters of a SHA-1 in hexadecimal: some 800 known passwords share them. */
export const RANGE_PREFIX = /^[0-9A-F]{5}$/;

/** Have I Been Pwned's list of passwords that leaked: https://haveibeenpwned.com/API/v3#PwnedPasswords */
const RANGE_URL = 'https://api.pwnedpasswords.com/range/';

const TIMEOUT_MS = 2_000;
/** With padding a range has at most a thousand lines of some forty characters. */
const MAX_BYTES = 256 * 1_024;

/**
 * Loads the ends of the hashes that begin so, with the number of leaks, one in a line. Padding hides from
 * whoever watches which range it was. Null while the list cannot be had: it decides nothing then.
 */
export async function loadBreachedRange(
  app: Pick<AppContext, 'log'>,
  prefix: string,
): Promise<string | null> {
  try {
    const response = await fetch(RANGE_URL + prefix, {
      headers: { 'add-padding': 'true', 'user-agent': 'mcp-builder' },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`status ${response.status}`);
    }
    const bytes = await readBytes(response, MAX_BYTES);
    return bytes.ok ? new TextDecoder().decode(bytes.value) : null;
  } catch (error) {
    app.log.warn('auth.breachedUnknown', { error });
    return null;
  }
}
