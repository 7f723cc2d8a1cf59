/** Interval of comments that keep proxies from closing an idle stream. */
const KEEP_ALIVE_MS = 15_000;

/** Maximum of unread bytes; notifications beyond it are dropped. */
const MAX_WAITING_BYTES = 1_048_576;

const eventEncoder = new TextEncoder();

/** A response that becomes an event stream when something is sent before its end. */
export class EventAnswer {
  /** Resolves with the stream once there is one. */
  readonly opened: Promise<ReadableStream<Uint8Array>>;
  #open!: (stream: ReadableStream<Uint8Array>) => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isOver = false;
  readonly #onLeave: () => void;

  /** @param onLeave called if the client closes the stream before its end. */
  constructor(onLeave: () => void) {
    this.#onLeave = onLeave;
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  /**
   * Sends a notification unless too many bytes are unread; the first one opens the stream. Notifications
   * after the end of the call are ignored.
   */
  send(notice: object): void {
    if (this.#isOver) return;
    if (this.#controller === undefined) this.#start();
    if (this.#hasRoom()) this.#write(toEvent(notice));
  }

  /** Ends the stream, if any, with the response, which is never dropped. */
  end(answer: object): void {
    this.#stop();
    this.#write(toEvent(answer));
    try {
      this.#controller?.close();
    } catch {
      // The client has disconnected.
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
      this.#controller?.enqueue(eventEncoder.encode(text));
    } catch {
      // The client has disconnected.
    }
  }
}

function toEvent(message: object): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}
