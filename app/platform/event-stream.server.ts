import type { Shape } from './shape.ts';

/** The events of a stream by their names, with the shapes that its readers read them by. */
type Events = Record<string, Shape<unknown>>;

/** Sends one event: its name, and data as JSON. */
export type SendEvent<Known extends Events> = <Name extends keyof Known & string>(
  event: Name,
  data: Known[Name] extends Shape<infer Value> ? Value : never,
) => void;

/**
 * A stream of server-sent events that ends when `work` does. The work continues when the reader has
 * gone, so that its result is not lost half-way, unless it heeds the signal that tells it so.
 */
export function createEventStream<Known extends Events>(
  _events: Known,
  work: (send: SendEvent<Known>, gone: AbortSignal) => Promise<void>,
  waitUntil: (promise: Promise<unknown>) => void,
  headers: HeadersInit,
): Response {
  const encoder = new TextEncoder();
  let isOpen = true;
  const reader = new AbortController();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send: SendEvent<Known> = (event, data) => {
        if (!isOpen) return;
        controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      };
      waitUntil(
        work(send, reader.signal).finally(() => {
          if (isOpen) controller.close();
          isOpen = false;
        }),
      );
    },
    cancel() {
      isOpen = false;
      reader.abort();
    },
  });
  const answer = new Response(stream, { headers });
  answer.headers.set('content-type', 'text/event-stream; charset=utf-8');
  answer.headers.set('cache-control', 'no-store');
  return answer;
}
