import { withTimeout } from '#app/platform/with-timeout.ts';

interface StreamLimits {
  maxBytes: number;
  /** Between two pieces. */
  idleMs: number;
  /** Between two signs of life in a stream of events. */
  beatMs: number;
  /** When the whole exchange must be over, in milliseconds since 1970. */
  until: number;
}

export interface LimitedStream extends StreamLimits {
  /** Aborts when the reader has left. */
  signal: AbortSignal;
  /** Called once, however it ends. */
  onEnd: () => void;
  /** It is one of events, into which comments may be written. */
  isEvents: boolean;
}

/** Of no meaning to readers of events; whoever has left is noticed by it, as nothing can be written to them. */
const BEAT = new TextEncoder().encode(': The relay is waiting.\n\n');

/**
 * Passes a body on, piece by piece, within its limits. A stream of events that takes too long ends with a comment
 * if it is between two events; everything else breaks off, so that nobody takes a part for the whole.
 */
export function limitStream(
  body: ReadableStream<Uint8Array>,
  { signal, onEnd, isEvents, ...limits }: LimitedStream,
): ReadableStream<Uint8Array> {
  const pieces = new LimitedPieces(body.getReader(), limits, isEvents);
  let isOver = false;
  const drop = (reason?: unknown) => {
    if (isOver) return Promise.resolve();
    isOver = true;
    signal.removeEventListener('abort', leave);
    onEnd();
    return pieces.cancel(reason);
  };
  const leave = () => void drop(signal.reason);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });

  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      const piece = await pieces.next();
      if (piece === null) {
        controller.close();
        await drop();
      } else {
        controller.enqueue(piece);
      }
    } catch (error) {
      const farewell = pieces.endByComment(error);
      if (farewell === null) controller.error(error);
      else {
        controller.enqueue(farewell);
        controller.close();
      }
      await drop(error);
    }
  };
  return new ReadableStream<Uint8Array>({ pull, cancel: drop }, { highWaterMark: 0 });
}

/** The pieces of a body, with comments between events for as long as none comes. */
class LimitedPieces {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #limits: StreamLimits;
  readonly #isEvents: boolean;
  #reading: Promise<ReadableStreamReadResult<Uint8Array>> | null = null;
  #heardAt = Date.now();
  #bytes = 0;
  #isBetweenEvents: boolean;

  constructor(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    limits: StreamLimits,
    isEvents: boolean,
  ) {
    this.#reader = reader;
    this.#limits = limits;
    this.#isEvents = isEvents;
    this.#isBetweenEvents = isEvents;
  }

  /** The next piece; null: the body has ended. Throws where a limit is reached. */
  async next(): Promise<Uint8Array | null> {
    const { idleMs, beatMs, until, maxBytes } = this.#limits;
    const now = Date.now();
    const rest = Math.max(0, Math.min(this.#heardAt + idleMs, until) - now);
    const mayBeat = this.#isBetweenEvents && beatMs < rest;
    this.#reading ??= this.#reader.read();
    try {
      const { done, value } = await withTimeout(this.#reading, mayBeat ? beatMs : rest);
      this.#reading = null;
      if (done) return null;
      this.#heardAt = Date.now();
      this.#bytes += value.byteLength;
      if (this.#bytes > maxBytes) throw new RangeError(`The answer exceeds ${maxBytes} bytes.`);
      this.#isBetweenEvents = this.#isEvents && endsAnEvent(value);
      return value;
    } catch (error) {
      if (mayBeat && isLate(error)) return BEAT;
      throw error;
    }
  }

  /** The comment to end with; null: the stream can only be broken off. */
  endByComment(error: unknown): Uint8Array | null {
    if (!isLate(error) || !this.#isBetweenEvents) return null;
    const isTotal = Date.now() >= this.#limits.until;
    const why = isTotal ? 'it was open for too long' : 'nothing came for too long';
    const text = `: The relay ended this stream, because ${why}. Connect again.\n\n`;
    return new TextEncoder().encode(text);
  }

  async cancel(reason: unknown): Promise<void> {
    await this.#reader.cancel(reason).catch(() => {});
  }
}

function isLate(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Whether a piece ends with an empty line. */
function endsAnEvent(piece: Uint8Array): boolean {
  return /(?:\n\n|\r\r|\r\n\r\n)$/.test(new TextDecoder().decode(piece.subarray(-4)));
}
