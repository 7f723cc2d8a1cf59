/** One numbered line of a turn, as the page gets it. */
export interface LogLine extends Record<string, string | number> {
  /** Rising without gaps, from where the turn before it ended. */
  number: number;
  /** JSON of one chunk of the UI message stream. */
  text: string;
}

/** Store for the lines of a turn, so that late listeners get all of them. */
export interface LineStore {
  append(number: number, text: string): void;
  /** The lines with the next so many numbers, in order. */
  after(number: number, limit: number): LogLine[];
}

/** Somebody who listens to a turn of somebody else. */
export interface Listener {
  /** Whether they may hear more, asked before each line. */
  isAdmitted: () => boolean;
  /** The text of a line as they get it; null: not at all. */
  show: (text: string) => string | null;
}

/** Listens to their own turn. */
export const OWNER: Listener = { isAdmitted: () => true, show: (text) => text };

/** Marks the end of the stream for its readers (AI SDK, UI message stream protocol). */
const DONE = 'data: [DONE]\n\n';
/** Lines that a listener gets at a time. */
const LINES_AT_ONCE = 64;

/**
 * The numbered lines of one turn: stored, and read by all listeners, each at their own pace. A
 * listener that goes away, or never reads, changes nothing for the turn, nor for the others, and
 * takes no memory.
 */
export class RunLog {
  readonly #store: LineStore;
  readonly #onFull: (error: unknown) => void;
  readonly #encoder = new TextEncoder();
  /** Lines that the store did not accept. */
  readonly #unstored: LogLine[] = [];
  /** Numbers go on from turn to turn, so that an id of an earlier one is never taken for one of this. */
  readonly #before: number;
  #last: number;
  #isOver = false;
  /** Fulfilled when there is something new. */
  #news = Promise.withResolvers<void>();

  /**
   * @param before the number of the last line before this turn.
   * @param onFull is called once when a line cannot be stored.
   */
  constructor(store: LineStore, before: number, onFull: (error: unknown) => void = () => {}) {
    this.#store = store;
    this.#before = before;
    this.#last = before;
    this.#onFull = onFull;
  }

  append(chunk: unknown): void {
    if (this.#isOver) return;
    this.#last += 1;
    this.#keep({ number: this.#last, text: JSON.stringify(chunk) });
    this.#tell();
  }

  /** Ends the stream of each listener; later lines are dropped. */
  end(): void {
    this.#isOver = true;
    this.#tell();
  }

  /**
   * All lines after a number as server-sent events: first the stored ones, then those to come. A
   * number that is none of this turn gets all of them.
   */
  listen(after: number, { isAdmitted, show }: Listener = OWNER): ReadableStream<Uint8Array> {
    let at = after > this.#before && after <= this.#last ? after : this.#before;
    let isGone = false;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (listener) => {
          while (isAdmitted()) {
            const lines = this.#read(at);
            if (lines.length > 0) {
              at = lines.at(-1)?.number ?? at;
              const events = lines.map((line) => toEvent(line, show)).join('');
              if (events === '') continue;
              listener.enqueue(this.#encoder.encode(events));
              return;
            }
            // Slow readers must not mistake missing lines for the end.
            if (at < this.#last) return listener.error(new Error('These lines are gone.'));
            if (this.#isOver) break;
            await this.#news.promise;
            if (isGone) return;
          }
          listener.enqueue(this.#encoder.encode(DONE));
          listener.close();
        },
        cancel: () => {
          isGone = true;
        },
      },
      { highWaterMark: 1 },
    );
  }

  #keep(line: LogLine): void {
    const isFirst = this.#unstored.length === 0;
    if (isFirst) {
      try {
        this.#store.append(line.number, line.text);
        return;
      } catch (error) {
        this.#onFull(error);
      }
    }
    // Listeners still get the reason why the stream ends here.
    this.#unstored.push(line);
  }

  #read(after: number): LogLine[] {
    const stored = after < this.#storedUpTo() ? this.#store.after(after, LINES_AT_ONCE) : [];
    return stored.length > 0 ? stored : this.#unstored.filter(({ number }) => number > after);
  }

  #storedUpTo(): number {
    return (this.#unstored[0]?.number ?? this.#last + 1) - 1;
  }

  #tell(): void {
    const { resolve } = this.#news;
    this.#news = Promise.withResolvers<void>();
    resolve();
  }
}

function toEvent({ number, text }: LogLine, show: Listener['show']): string {
  const shown = show(text);
  return shown === null ? '' : `id: ${number}\ndata: ${shown}\n\n`;
}
