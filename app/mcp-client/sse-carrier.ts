import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { Carrier } from './carrier.ts';
import { readEvents, readMessages, type DeliveryFailure, type BodyEnd } from './read-messages.ts';
import type { SendOver, WireFailure } from './wire.ts';

/**
 * The transport of 2024-11-05: one stream brings all messages, and the first event on it says where to post.
 * A message that is posted before the stream is open waits for that.
 */
export function createSseCarrier(send: SendOver, url: string): Carrier {
  const place = Promise.withResolvers<Result<string, DeliveryFailure | WireFailure>>();
  return {
    post: async ({ text, headers, signal, onStart, onText }) => {
      const found = await place.promise;
      if (!found.ok) return found;
      const head = { 'content-type': 'application/json', ...headers };
      const request = { method: 'POST', url: found.value, headers: head, body: text } as const;
      const sent = await send({ ...request, signal, onStart });
      if (!sent.ok) return sent;
      const { status } = sent.value;
      // Servers confirm with a word such as “Accepted”, of any type.
      const end =
        status < 300 ? await sent.value.read(() => {}) : await readMessages(sent.value, onText);
      if (!end.ok) return end;
      return succeed({ lastEventId: null, retryMs: null, isStream: false, isElsewhere: true });
    },
    listen: async (headers, signal, onText) => {
      const head = { accept: 'text/event-stream', ...headers() };
      const sent = await send({ method: 'GET', url, headers: head, body: null, signal });
      if (!sent.ok) return settle(place, sent);
      const { value: answer } = sent;
      if (answer.mediaType !== 'text/event-stream' || answer.status >= 300) {
        const end = await readMessages(answer, () => {});
        return settle(place, end.ok ? fail(refuse(answer.mediaType)) : end);
      }
      const end = await readEvents(answer, ({ event, data }) => {
        if (event === 'message') return onText(data, answer);
        if (event === 'endpoint') place.resolve(readPlace(data, url));
        return undefined;
      });
      place.resolve(
        fail({ reason: 'cut-off', message: 'The stream ended before it named its endpoint.' }),
      );
      return end;
    },
    end: async () => {},
  };
}

function settle(
  place: PromiseWithResolvers<Result<string, DeliveryFailure | WireFailure>>,
  failure: Result<never, DeliveryFailure | WireFailure>,
): Result<BodyEnd, DeliveryFailure | WireFailure> {
  place.resolve(failure);
  return failure;
}

function refuse(mediaType: string) {
  const message = `The answer is no stream of events but ${mediaType === '' ? 'of no type' : mediaType}.`;
  return { reason: 'not-json' as const, message };
}

/** An endpoint elsewhere would be sent everything, so it must be where the stream is. */
function readPlace(data: string, url: string): Result<string, DeliveryFailure> {
  const place = URL.canParse(data, url) ? new URL(data, url) : null;
  if (place?.origin === new URL(url).origin) return succeed(place.href);
  const message = `The server names an endpoint of another origin: ${data}`;
  return fail({ reason: 'not-json', message });
}
