import { APICallError } from '@ai-sdk/provider';

import type { GuardedFetch } from '#app/platform/outbound/guarded-fetch.server.ts';

/** Bytes of one streamed answer: far more than any budget of tokens. */
const MAX_ANSWER_BYTES = 20_000_000;
/** Bytes of a refusal. */
const MAX_ERROR_BYTES = 64_000;

/** An answer has more bytes than it may have. */
export class TooLargeError extends Error {
  override name = 'TooLargeError';
}

/** Sends one request, or says why not; redirects come back as they are. */
export type SendOnce = GuardedFetch;

/**
 * The `fetch` that a provider's package gets. Nothing is followed: a redirect would take the key to
 * another place. What comes back is bounded, and what fails says whether another try may help.
 * @param maxBytes of an answer that is not a refusal
 */
export function createModelFetch(send: SendOnce, maxBytes = MAX_ANSWER_BYTES): typeof fetch {
  return async (input, init) => {
    const request = new Request(input instanceof URL ? input.href : input, {
      ...init,
      redirect: 'manual',
    });
    const sent = await send(request);
    init?.signal?.throwIfAborted();
    if (!sent.ok) {
      const isRetryable = ['unreachable', 'timeout', 'rateLimited'].includes(sent.reason);
      throw toCallError(request.url, sent.message, isRetryable);
    }
    const response = sent.value;
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw toCallError(request.url, 'it sends its requests on to another address.', false);
    }
    const limit = response.ok ? maxBytes : MAX_ERROR_BYTES;
    const body = response.body?.pipeThrough(limitBytes(limit)) ?? null;
    return new Response(body, response);
  };
}

/** For an address in the operator's own configuration: it may be anywhere. */
export const sendAnywhere: SendOnce = async (request) => {
  try {
    return { ok: true, value: await fetch(request) };
  } catch {
    return { ok: false, reason: 'unreachable', message: 'it cannot be reached.' };
  }
};

/** A failure that no answer stands behind. */
export function toCallError(url: string, message: string, isRetryable: boolean): APICallError {
  return new APICallError({ url, message, isRetryable, requestBodyValues: {} });
}

/** Ends a body with an error where it is larger than it may be. */
function limitBytes(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      if (seen > limit) controller.error(new TooLargeError('The answer is larger than it may be.'));
      else controller.enqueue(chunk);
    },
  });
}
