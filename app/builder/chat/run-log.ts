/** One line of a turn: what the page gets, under its number. */
export interface LogLine {
  /** From 1, without gaps. */
  number: number;
  /** JSON of one chunk of the UI message stream. */
  text: string;
}

/** Where the lines of a turn are kept, so that whoever comes late gets all of them. */
export interface LineStore {
  append(number: number, text: string): void;
  /** Lines with a higher number, in order. */
  after(number: number): LogLine[];
}

type Listener = ReadableStreamDefaultController<Uint8Array>;

/** What tells a reader of the stream that there is nothing more (AI SDK, UI message stream protocol). */
const DONE = 'data: [DONE]\n\n';

/**
 * The numbered lines of one turn: stored, and sent to everybody who listens. A listener that goes
 * away changes nothing for the turn, nor for the others.
 */
export class RunLog {
  readonly #store: LineStore;
  readonly #listeners = new Set<Listener>();
  readonly #encoder = new TextEncoder();
  #last = 0;
  #isOver = false;

  constructor(store: LineStore) {
    this.#store = store;
  }

  append(chunk: unknown): void {
    if (this.#isOver) return;
    this.#last += 1;
    const text = JSON.stringify(chunk);
    this.#store.append(this.#last, text);
    this.#send(toEvent({ number: this.#last, text }));
  }

  /** Ends the stream of each listener; what comes afterwards is dropped. */
  end(): void {
    this.#isOver = true;
    this.#send(DONE);
    for (const listener of this.#listeners) listener.close();
    this.#listeners.clear();
  }

  /** All lines after a number as server-sent events: first the stored ones, then those to come. */
  listen(after: number): ReadableStream<Uint8Array> {
    let own: Listener | null = null;
    return new ReadableStream<Uint8Array>({
      start: (listener) => {
        const missed = this.#store.after(after).map(toEvent).join('');
        if (missed !== '') listener.enqueue(this.#encoder.encode(missed));
        if (this.#isOver) {
          listener.enqueue(this.#encoder.encode(DONE));
          listener.close();
        } else {
          own = listener;
          this.#listeners.add(listener);
        }
      },
      cancel: () => {
        if (own) this.#listeners.delete(own);
      },
    });
  }

  #send(text: string): void {
    const bytes = this.#encoder.encode(text);
    for (const listener of this.#listeners) {
      try {
        listener.enqueue(bytes.slice());
      } catch {
        // It is closed already.
        this.#listeners.delete(listener);
      }
    }
  }
}

function toEvent({ number, text }: LogLine): string {
  return `id: ${number}\ndata: ${text}\n\n`;
}
