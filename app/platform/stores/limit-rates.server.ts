import { createLog } from '#app/platform/log.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

const COUNT_MS = 250;

/** A rate limit that lets everybody pass while it fails, and keeps nobody waiting. */
export function limitRates(limit: RateLimit): RateLimit {
  return {
    async limit(options) {
      try {
        return await withTimeout(limit.limit(options), COUNT_MS);
      } catch (error) {
        createLog({}).error('rate.unknown', { key: options.key, error });
        return { success: true };
      }
    },
  };
}
