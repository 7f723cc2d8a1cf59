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
  let rest = '';
  let event = '';
  let data: string[] = [];

  return (piece) => {
    const found: StreamEvent[] = [];
    rest += piece;
    // A carriage return at the very end may be half of a line break.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) found.push({ event: event || 'message', data: data.join('\n') });
        event = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      if (colon === 0) continue;
      const field = colon === -1 ? line : line.slice(0, colon);
      const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'event') event = value;
      if (field === 'data') data.push(value);
    }
    return found;
  };
}

/** Reads a response's events one after the other. */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamEvent> {
  const parse = createEventStreamParser();
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield* parse(decoder.decode(value, { stream: true }));
  }
}
