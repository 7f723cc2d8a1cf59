import { withTimeout } from '#app/platform/with-timeout.ts';

/**
 * A sender from whom nothing came for so long is sending nothing any more. Under overload, bytes that were sent long
 * ago are read late: with 200 ms, a load test lost 25 of 126 refusals with their connections.
 */
const SILENCE_MS = 2_000;

/** More than Cloudflare lets anybody send. */
const MAX_BYTES = 100 * 1_048_576;

/**
 * Reads and forgets what nobody has read of a request's body, as long as it keeps coming. A
 * connection with unread bytes is reset when the answer is sent, and the sender may see that instead
 * of the answer; but who announces bytes and sends none must not keep the answer waiting.
 */
export async function drainBody(request: Request): Promise<void> {
  // The stream is made when it is asked for.
  if (request.bodyUsed) return;
  const { body } = request;
  if (!body || body.locked) return;
  // The types of Workers do not say what a body is made of.
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  let bytes = 0;
  try {
    while (bytes < MAX_BYTES) {
      const { done, value } = await withTimeout(reader.read(), SILENCE_MS);
      if (done) return;
      bytes += value.byteLength;
    }
  } catch {
    // The sender fell silent or went away. Cancelling would reset the connection, too.
  }
}
