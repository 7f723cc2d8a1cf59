import type { ExchangeLog, Frame, HttpExchange } from './exchange.ts';
import { LogEntries } from './log-entries.ts';
import { News } from './news.ts';

/** Limits of a log; what is beyond them leaves, the oldest first. */
export interface LogLimits {
  /** Of messages, and of exchanges. */
  entries: number;
  /** Characters of all messages and bodies. */
  size: number;
  /** Characters of one body. */
  body: number;
}

const LIMITS: LogLimits = { entries: 2_000, size: 24_000_000, body: 1_000_000 };

/** The log as its connection writes it. */
export class KeptLog implements ExchangeLog {
  readonly #limits: LogLimits;
  readonly #frames = new LogEntries<Frame>();
  readonly #exchanges = new LogEntries<HttpExchange>();
  readonly #news = new News();
  #lastId = 0;

  constructor(limits: Partial<LogLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  readonly getFrames = () => this.#frames.list();
  readonly getExchanges = () => this.#exchanges.list();
  readonly subscribe = this.#news.subscribe;
  readonly clear = () => {
    this.#frames.clear();
    this.#exchanges.clear();
    this.#news.tell();
  };

  /** `size` is the length of the message's text. */
  addFrame(frame: Omit<Frame, 'id' | 'at'>, size: number): Frame {
    const added = { ...frame, id: ++this.#lastId, at: Date.now() };
    this.#frames.set(added, size);
    this.#fit();
    return added;
  }

  addExchange(exchange: Omit<HttpExchange, 'id' | 'response' | 'error' | 'startedAt'>): number {
    const id = ++this.#lastId;
    const added = { ...exchange, id, startedAt: Date.now(), response: null, error: null };
    this.#exchanges.set(added, exchange.requestBody?.length ?? 0);
    this.#fit();
    return id;
  }

  addResponse(id: number, status: number, headers: Headers): void {
    const head = { status, headers: [...headers], headersAt: Date.now(), endedAt: null };
    const response = { ...head, body: '', isCut: false, bytes: 0 };
    this.#change(id, 0, (exchange) => ({ ...exchange, response }));
  }

  addBody(id: number, text: string, bytes: number): void {
    const response = this.#exchanges.get(id)?.response;
    if (!response) return;
    const kept = text.slice(0, Math.max(0, this.#limits.body - response.body.length));
    const grown = {
      ...response,
      body: response.body + kept,
      isCut: response.isCut || kept.length < text.length,
      bytes: response.bytes + bytes,
    };
    this.#change(id, kept.length, (exchange) => ({ ...exchange, response: grown }));
  }

  endExchange(id: number, error: string | null): void {
    this.#change(id, 0, (exchange) => ({
      ...exchange,
      error,
      response: exchange.response && { ...exchange.response, endedAt: Date.now() },
    }));
  }

  /** Of an exchange that has left the log nothing is kept. */
  #change(id: number, more: number, patch: (exchange: HttpExchange) => HttpExchange): void {
    const exchange = this.#exchanges.get(id);
    if (exchange === undefined) return;
    this.#exchanges.set(patch(exchange), more);
    this.#fit();
  }

  #fit(): void {
    const { entries, size } = this.#limits;
    while (this.#frames.count > entries) this.#frames.dropOldest();
    while (this.#exchanges.count > entries) this.#exchanges.dropOldest();
    while (this.#frames.size + this.#exchanges.size > size) {
      const larger = this.#frames.size > this.#exchanges.size ? this.#frames : this.#exchanges;
      if (larger.count === 1) break;
      larger.dropOldest();
    }
    this.#news.tell();
  }
}
