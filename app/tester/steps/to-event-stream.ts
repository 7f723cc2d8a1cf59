/**
 * Writes values as the events of a `text/event-stream`: those that are generated, and others in between by `emit`.
 * When nobody reads it any more, the signal ends them.
 */
export function toEventStream<Event extends object>(
  begin: (signal: AbortSignal, emit: (event: Event) => void) => AsyncGenerator<Event>,
): ReadableStream<Uint8Array> {
  const abort = new AbortController();
  const encoder = new TextEncoder();
  let emit: (event: Event) => void = () => undefined;
  const events = begin(abort.signal, (event) => emit(event));
  return new ReadableStream({
    start(controller) {
      emit = (event) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
    },
    async pull(controller) {
      const next = await events.next();
      if (!next.done) return emit(next.value);
      emit = () => undefined;
      controller.close();
    },
    async cancel() {
      emit = () => undefined;
      abort.abort();
      await events.return(undefined);
    },
  });
}
