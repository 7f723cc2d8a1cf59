import { withTimeout } from '#app/platform/with-timeout.ts';

export interface StreamLimits {
  maxBytes: number;
  /** Between two pieces. */
  idleMs: number;
  /** When the whole exchange must be over, in milliseconds since 1970. */
  until: number;
}

export interface LimitedStream extends StreamLimits {
  /** Aborts when the reader has left. */
  signal: AbortSignal;
  /** Called once, however it ends. */
  onEnd: () => void;
  /** It is one of events, which may say by a comment why it ends. */
  isEvents: boolean;
}

/**
 * Passes a body on, piece by piece, within its limits. A stream of events that takes too long ends with a comment
 * if it is between two events; everything else breaks off, so that nobody takes a part for the whole.
 */
export function limitStream(
  body: ReadableStream<Uint8Array>,
  { maxBytes, idleMs, until, signal, onEnd, isEvents }: LimitedStream,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  let isBetweenEvents = isEvents;
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    signal.removeEventListener('abort', leave);
    onEnd();
  };
  const drop = (reason?: unknown) => {
    end();
    return reader.cancel(reason).catch(() => {});
  };
  const leave = () => void drop(signal.reason);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });

  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      const wait = Math.max(0, Math.min(idleMs, until - Date.now()));
      const { done, value } = await withTimeout(reader.read(), wait);
      if (done) {
        controller.close();
        end();
        return;
      }
      bytes += value.byteLength;
      if (bytes > maxBytes) throw new RangeError(`The answer is larger than ${maxBytes} bytes.`);
      isBetweenEvents = isEvents && endsAnEvent(value);
      controller.enqueue(value);
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      if (isLate && isBetweenEvents) {
        controller.enqueue(new TextEncoder().encode(toComment(until)));
        controller.close();
      } else {
        controller.error(error);
      }
      await drop(error);
    }
  };
  return new ReadableStream<Uint8Array>({ pull, cancel: drop }, { highWaterMark: 0 });
}

function toComment(until: number): string {
  const why = Date.now() >= until ? 'it was open for too long' : 'nothing came for too long';
  return `: The relay ended this stream, because ${why}. Connect again.\n\n`;
}

/** Whether a piece ends with an empty line. */
function endsAnEvent(piece: Uint8Array): boolean {
  return /(?:\n\n|\r\r|\r\n\r\n)$/.test(new TextDecoder().decode(piece.subarray(-4)));
}
