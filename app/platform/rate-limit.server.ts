import type { AppContext } from './app-context.ts';
import { problem } from './problem.ts';

/**
 * The period of each limit in wrangler.toml; the binding does not report how much of it is left.
 */
const PERIOD_SECONDS = 60;

/** Counts one request; returns the 429 to answer with if `key` had too many, otherwise null. */
export async function refuseAboveRate(
  app: Pick<AppContext, 'requestId' | 'log'>,
  limit: RateLimit,
  key: string,
  detail = `Too many requests. Wait ${PERIOD_SECONDS} seconds and try again.`,
): Promise<Response | null> {
  const { success } = await limit.limit({ key });
  if (success) return null;
  app.log.warn('rate.exceeded', { key });
  return problem(app, {
    status: 429,
    detail,
    headers: { 'retry-after': String(PERIOD_SECONDS) },
  });
}
