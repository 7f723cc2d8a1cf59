/** Texts as one stream of bytes, a line each; JSON has no line breaks of its own. */
export function toLineStream(texts: Iterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const lines = texts[Symbol.iterator]();
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = lines.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(`${next.value}\n`));
    },
  });
}

/** The lines of such a stream. */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  for await (const bytes of stream) {
    const [first = '', ...others] = decoder.decode(bytes, { stream: true }).split('\n');
    pieces.push(first);
    for (const line of others) {
      yield pieces.join('');
      pieces = [line];
    }
  }
}
