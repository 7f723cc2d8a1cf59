import { createParser } from 'eventsource-parser';

/** One event of a `text/event-stream`. */
export interface StreamEvent {
  event: string;
  data: string;
}

/**
 * Cuts a `text/event-stream` (HTML standard, 9.2.6) into events, however its text arrives in pieces.
 * Ids and retry times are not kept: a stream of ours is read once.
 */
export function createEventStreamParser(): (piece: string) => StreamEvent[] {
  let found: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => void found.push({ event, data }),
  });
  return (piece) => {
    found = [];
    parser.feed(piece);
    return found;
  };
}

/** Reads a response's events one after the other. */
export async function* readEventStream(
  body: NonNullable<Response['body']>,
): AsyncGenerator<StreamEvent> {
  const parse = createEventStreamParser();
  // The types of Workers do not say what a body is made of.
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield* parse(decoder.decode(value, { stream: true }));
  }
}
