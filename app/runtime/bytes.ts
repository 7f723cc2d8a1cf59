/** Joins chunks into one array. */
export function concatenate(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/**
 * Reads a body to its end, or to the limit: one byte more gives null and cancels the stream, so an endless
 * response costs no more than the limit.
 *
 * @param onBytes called after each chunk with the bytes read so far.
 */
export async function readAtMost(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  onBytes?: (length: number) => void,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null) return new Uint8Array(0);
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > maxBytes) {
      // Not awaited: a sender that ignores the cancellation must not hold us up.
      void reader.cancel().catch(() => {});
      return null;
    }
    chunks.push(next.value);
    onBytes?.(length);
  }
  return concatenate(chunks);
}
