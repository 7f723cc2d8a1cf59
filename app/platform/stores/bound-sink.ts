import { withTimeout } from '#app/platform/with-timeout.ts';

/**
 * A sink that has to take each piece within a time, or is broken off with a `TimeoutError`. How long the next piece
 * takes to arrive is its sender's affair.
 */
export function boundSink<Piece>(
  sink: WritableStream<Piece>,
  milliseconds: number,
): WritableStream<Piece> {
  const writer = sink.getWriter();
  const bound = async (work: Promise<void>): Promise<void> => {
    try {
      await withTimeout(work, milliseconds);
    } catch (error) {
      writer.abort(error).catch(() => {});
      throw error;
    }
  };
  return new WritableStream({
    write: (piece) => bound(writer.write(piece)),
    close: () => bound(writer.close()),
    abort: (reason) => writer.abort(reason),
  });
}
