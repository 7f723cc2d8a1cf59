import type { UpstreamFailureReason } from '../tool-context.ts';

/**
 * Why a call to an upstream failed. Thrown inside `createUpstreamFetch`, which turns it into an outcome; the
 * `fetch` passed to it may throw one as well, to say why it refused.
 */
export class UpstreamFailure extends Error {
  readonly reason: UpstreamFailureReason;

  constructor(reason: UpstreamFailureReason, message: string) {
    super(message);
    this.name = 'UpstreamFailure';
    this.reason = reason;
  }
}
