/** Sends one event: its name, and data as JSON. */
export type SendEvent = (event: string, data: unknown) => void;

/**
 * A stream of server-sent events that ends when `work` does. The work continues when the reader has
 * gone, so that its result is not lost half-way.
 */
export function createEventStream(
  work: (send: SendEvent) => Promise<void>,
  waitUntil: (promise: Promise<unknown>) => void,
  headers: HeadersInit,
): Response {
  const encoder = new TextEncoder();
  let isOpen = true;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send: SendEvent = (event, data) => {
        if (!isOpen) return;
        controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      };
      waitUntil(
        work(send).finally(() => {
          if (isOpen) controller.close();
          isOpen = false;
        }),
      );
    },
    cancel() {
      isOpen = false;
    },
  });
  const answer = new Response(stream, { headers });
  answer.headers.set('content-type', 'text/event-stream; charset=utf-8');
  answer.headers.set('cache-control', 'no-store');
  return answer;
}
