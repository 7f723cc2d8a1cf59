import type * as z from 'zod/mini';

import type { AppContext } from '#app/platform/app-context.ts';
import { readBytes } from '#app/platform/http-limits.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

/** From the first byte sent to the last byte read. */
const TIMEOUT_MS = 3_000;

const MAX_ANSWER_BYTES = 65_536;

export type ProductFailure = { reason: 'refused' } | { reason: 'unavailable'; why: string };

/**
 * Asks the product API at `PRODUCT_API_URL`, in the name of the user whose ID token is passed on.
 * `refused`: it answered 401 to that token. `unavailable`: it answered anything else but what
 * `schema` describes, too late, or not at all. Redirects are not followed: the token would go along.
 */
export async function askProduct<Schema extends z.ZodMiniType>(
  app: Pick<AppContext, 'config'>,
  question: { path: string; bearer: string; schema: Schema },
): Promise<Result<z.infer<Schema>, ProductFailure>> {
  const url = app.config.PRODUCT_API_URL.replace(/\/+$/, '') + question.path;
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', authorization: `Bearer ${question.bearer}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      if (response.status === 401) return fail({ reason: 'refused' });
      return unavailable(`status ${response.status}`);
    }
    const bytes = await readBytes(response, MAX_ANSWER_BYTES);
    if (!bytes.ok) return unavailable('more than 64 KB');
    const answer = question.schema.safeParse(JSON.parse(new TextDecoder().decode(bytes.value)));
    return answer.success ? succeed(answer.data) : unavailable('another shape');
  } catch (error) {
    // No connection, no answer in time, or no JSON.
    return unavailable(String(error));
  }
}

function unavailable(why: string) {
  return fail({ reason: 'unavailable', why });
}
