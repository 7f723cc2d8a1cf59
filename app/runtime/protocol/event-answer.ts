/** A comment so often keeps proxies from taking a quiet stream for a dead one. */
const KEEP_ALIVE_MS = 15_000;

/** Bytes that wait for a client that does not read; what is said beyond them is not sent. */
const MAX_WAITING_BYTES = 1_048_576;

const encoder = new TextEncoder();

/** An answer that becomes an event stream when something is said before its end. */
export class EventAnswer {
  /** Settles with the stream once there is one. */
  readonly opened: Promise<ReadableStream<Uint8Array>>;
  #open!: (stream: ReadableStream<Uint8Array>) => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isOver = false;
  readonly #onLeave: () => void;

  /** @param onLeave called when the client closes the stream before its end. */
  constructor(onLeave: () => void) {
    this.#onLeave = onLeave;
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  /**
   * Sends a notice, unless too much waits to be read already; the first one begins the stream. Tools
   * may go on talking when their call is over: nobody hears that.
   */
  send(notice: object): void {
    if (this.#isOver) return;
    if (this.#controller === undefined) this.#start();
    if (this.#hasRoom()) this.#write(toEvent(notice));
  }

  /** Ends the stream, where there is one, with the answer, which is never left out. */
  end(answer: object): void {
    this.#stop();
    this.#write(toEvent(answer));
    try {
      this.#controller?.close();
    } catch {
      // The client has gone.
    }
  }

  #start(): void {
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => {
          this.#stop();
          this.#onLeave();
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
    );
    this.#timer = setInterval(() => {
      if (this.#hasRoom()) this.#write(': keepalive\n\n');
    }, KEEP_ALIVE_MS);
    this.#open(stream);
  }

  #stop(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
  }

  #hasRoom(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0;
  }

  #write(text: string): void {
    try {
      this.#controller?.enqueue(encoder.encode(text));
    } catch {
      // The client has gone.
    }
  }
}

function toEvent(message: object): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}
