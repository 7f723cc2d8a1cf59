import { succeed, type Result } from '#app/platform/result.ts';

import type { Carrier, Delivered, Parcel } from './carrier.ts';
import { readMessages, type DeliveryFailure, type BodyEnd, type OnText } from './read-messages.ts';
import { wait } from './wait.ts';
import type { SendOver, WireFailure } from './wire.ts';

const ACCEPT = { accept: 'application/json, text/event-stream' };
const ACCEPT_STREAM = { accept: 'text/event-stream' };
/** Of a stream that breaks off, where the server names no time of its own. */
const RETRY_MS = 1_000;
/** Times that a stream is resumed which brings nothing. */
const MAX_RESUMPTIONS = 5;

/** Streamable HTTP. Streams that break off are resumed in revisions that know it, which is where events have ids. */
export function createHttpCarrier(
  send: SendOver,
  url: string,
  onHead: (headers: Headers) => void = () => {},
): Carrier {
  return {
    post: (parcel) =>
      post(
        async (request) => {
          const sent = await send(request);
          if (sent.ok) onHead(sent.value.headers);
          return sent;
        },
        url,
        parcel,
      ),
    listen: async (headers, signal, onText) => {
      const method = 'GET';
      const head = { ...ACCEPT_STREAM, ...headers() };
      const sent = await send({ method, url, headers: head, body: null, signal });
      return sent.ok ? readMessages(sent.value, onText) : sent;
    },
    end: async (headers, signal) => {
      const sent = await send({ method: 'DELETE', url, headers, body: null, signal });
      if (sent.ok) await sent.value.read(() => {});
    },
  };
}

async function post(
  send: SendOver,
  url: string,
  parcel: Parcel,
): Promise<Result<Delivered, DeliveryFailure | WireFailure>> {
  const { headers, signal, onStart, onText } = parcel;
  const head = { ...ACCEPT, 'content-type': 'application/json', ...headers };
  const sent = await send({
    method: 'POST',
    url,
    headers: head,
    body: parcel.text,
    signal,
    onStart,
  });
  if (!sent.ok) return sent;
  const end = await readMessages(sent.value, onText);
  if (!end.ok) return end;
  if (!parcel.mayResume) return succeed({ ...end.value, isElsewhere: false });
  const whole = await resume(send, url, parcel, end.value);
  return whole.ok ? succeed({ ...whole.value, isElsewhere: false }) : whole;
}

/** Goes on with a stream that ended before the answer, from its last event. */
async function resume(
  send: SendOver,
  url: string,
  { headers, signal, onText, isAnswered }: Parcel,
  begun: BodyEnd,
): Promise<Result<BodyEnd, DeliveryFailure | WireFailure>> {
  let end = begun;
  let { retryMs } = begun;
  let quiet = 0;
  const heard: OnText = (text, origin) => {
    quiet = 0;
    return onText(text, origin);
  };
  while (end.isStream && end.lastEventId !== null && !isAnswered() && quiet < MAX_RESUMPTIONS) {
    await wait(retryMs ?? RETRY_MS, signal);
    quiet += 1;
    const from = { ...ACCEPT_STREAM, ...headers, 'last-event-id': end.lastEventId };
    const sent = await send({ method: 'GET', url, headers: from, body: null, signal });
    if (!sent.ok) return sent;
    const next = await readMessages(sent.value, heard);
    if (!next.ok) return next;
    retryMs = next.value.retryMs ?? retryMs;
    end = { ...next.value, lastEventId: next.value.lastEventId ?? end.lastEventId };
  }
  return succeed(end);
}
