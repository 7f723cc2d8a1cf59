/** Writes values as the events of a `text/event-stream`; when nobody reads it any more, the signal ends them. */
export function toEventStream(
  begin: (signal: AbortSignal) => AsyncGenerator<object>,
): ReadableStream<Uint8Array> {
  const abort = new AbortController();
  const events = begin(abort.signal);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const next = await events.next();
      if (next.done) return controller.close();
      controller.enqueue(encoder.encode(`data: ${JSON.stringify(next.value)}\n\n`));
    },
    async cancel() {
      abort.abort();
      await events.return(undefined);
    },
  });
}
