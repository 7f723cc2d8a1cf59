import { APICallError } from '@ai-sdk/provider';

import type { GuardedFetch } from '#app/platform/outbound/guarded-fetch.server.ts';

/** Maximum size of one streamed response in bytes: far more than any budget of tokens. */
const MAX_ANSWER_BYTES = 20_000_000;
/** Maximum size of an error response in bytes. */
const MAX_ERROR_BYTES = 64_000;

/** A response exceeds its size limit. */
export class TooLargeError extends Error {
  override name = 'TooLargeError';
}

/** Sends one request, or says why not; redirects are returned unfollowed. */
export type SendOnce = GuardedFetch;

/**
 * Creates the `fetch` for a provider's package. It follows no redirect, which would send the key elsewhere,
 * limits the size of responses, and marks failures that may be retried.
 * @param maxBytes of a successful response
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
      throw toCallError(request.url, 'it redirects requests to another address.', false);
    }
    const limit = response.ok ? maxBytes : MAX_ERROR_BYTES;
    const body = response.body?.pipeThrough(limitBytes(limit)) ?? null;
    return new Response(body, response);
  };
}

/** For an address in the operator's own configuration: unrestricted. */
export const sendAnywhere: SendOnce = async (request) => {
  try {
    return { ok: true, value: await fetch(request) };
  } catch {
    return { ok: false, reason: 'unreachable', message: 'it cannot be reached.' };
  }
};

/** A failure without a response. */
export function toCallError(url: string, message: string, isRetryable: boolean): APICallError {
  return new APICallError({ url, message, isRetryable, requestBodyValues: {} });
}

/** Fails a body that exceeds its limit. */
function limitBytes(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      if (seen > limit) controller.error(new TooLargeError('The response is too large.'));
      else controller.enqueue(chunk);
    },
  });
}
