import type * as z from 'zod/mini';

import type { AppContext } from '#app/platform/app-context.ts';
import { readBytes } from '#app/platform/outbound/http-limits.ts';
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
  try {
    const response = await fetch(toUrl(app, question.path), {
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

/**
 * Asks the product API for an event stream, which is passed on as it comes. Failures as in
 * {@link askProduct}; the time-out holds until its first byte. The stream ends with `signal`.
 */
export async function streamProduct(
  app: Pick<AppContext, 'config'>,
  question: { path: string; body: object; bearer?: string; signal: AbortSignal },
): Promise<Result<ReadableStream<Uint8Array>, ProductFailure>> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(toUrl(app, question.path), {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        ...(question.bearer === undefined ? {} : { authorization: `Bearer ${question.bearer}` }),
      },
      body: JSON.stringify(question.body),
      redirect: 'manual',
      signal: AbortSignal.any([question.signal, late.signal]),
    });
    const type = response.headers.get('content-type') ?? '';
    if (response.status === 200 && response.body && /^text\/event-stream\b/i.test(type)) {
      return succeed(response.body);
    }
    await response.body?.cancel();
    if (response.status === 401) return fail({ reason: 'refused' });
    return unavailable(`status ${response.status}, ${type}`);
  } catch (error) {
    return unavailable(String(error));
  } finally {
    clearTimeout(timer);
  }
}

function toUrl({ config }: Pick<AppContext, 'config'>, path: string): string {
  return config.PRODUCT_API_URL.replace(/\/+$/, '') + path;
}

function unavailable(why: string) {
  return fail({ reason: 'unavailable', why });
}
