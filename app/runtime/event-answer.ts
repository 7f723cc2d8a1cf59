/** A comment so often keeps proxies from taking a quiet stream for a dead one. */
const KEEP_ALIVE_MS = 15_000;

const encoder = new TextEncoder();

/** An answer that becomes an event stream when something is said before its end. */
export class EventAnswer {
  /** Settles with the stream once there is one. */
  readonly opened: Promise<ReadableStream<Uint8Array>>;
  #open!: (stream: ReadableStream<Uint8Array>) => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  /** Sends a message; the first one begins the stream. */
  send(message: object): void {
    if (this.#controller === undefined) this.#start();
    this.#write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  /** Ends the stream, where there is one. */
  end(): void {
    clearInterval(this.#timer);
    try {
      this.#controller?.close();
    } catch {
      // The client has gone.
    }
  }

  #start(): void {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => clearInterval(this.#timer),
    });
    this.#timer = setInterval(() => this.#write(': keepalive\n\n'), KEEP_ALIVE_MS);
    this.#open(stream);
  }

  #write(text: string): void {
    try {
      this.#controller?.enqueue(encoder.encode(text));
    } catch {
      // The client has gone.
    }
  }
}
