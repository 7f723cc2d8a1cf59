import { fail, succeed, type Result } from '#app/platform/result.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { toCallFailure, type CallFailure } from './call-failure.ts';
import type { CallTimes } from './call-timer.ts';
import type { Carrier } from './carrier.ts';
import type { KeptLog } from './kept-log.ts';
import { OpenCall, type CallOptions } from './open-call.ts';
import { readProgress } from './read-progress.ts';
import type { Origin } from './read-messages.ts';
import { tryParse } from './try-parse.ts';
import { readWireMessage, type MessageId, type WireMessage } from './wire-message.ts';

/** A request of the server, with the frame that it is shown beside. */
export interface Asked {
  method: string;
  params: JsonObject;
  askedAt: number;
}

/** Parts that a dialogue needs, whatever its era. */
export interface DialogueParts {
  carrier: Carrier;
  log: KeptLog;
  limits: CallTimes;
  nextId: () => number;
  /** Headers of a message, by what it says. */
  headersOf: (message: JsonObject) => Record<string, string>;
  isModern: boolean;
  /** Whether the server waits for the person, so that no time passes. */
  isPaused: () => boolean;
  onNotification: (method: string, params: JsonObject) => void;
  /** Answers a request of the server; null where nobody waits for the answer any more. */
  answer: (asked: Asked, signal: AbortSignal) => Promise<JsonObject | null>;
}

/** Time that a server has to end a stream after the answer. */
const GRACE_MS = 2_000;
/** Characters of a foreign text that a sentence quotes. */
const QUOTED = 200;

/** Messages to and from one server: what belongs together, how long it takes, and how it ends. */
export class Dialogue {
  readonly #parts: DialogueParts;
  readonly #calls = new Set<OpenCall>();
  readonly #asked = new Map<MessageId, AbortController>();
  readonly #life = new AbortController();

  constructor(parts: DialogueParts) {
    this.#parts = parts;
  }

  get signal(): AbortSignal {
    return this.#life.signal;
  }

  /** Sends one request, and waits for its result. */
  async call(
    method: string,
    params: JsonObject,
    options: CallOptions = {},
  ): Promise<Result<JsonObject, CallFailure>> {
    const id = this.#parts.nextId();
    const given = isJsonObject(params['_meta']) ? params['_meta'] : null;
    const wantsProgress = options.onProgress !== undefined || method === 'tools/call';
    const _meta = { ...(wantsProgress ? { progressToken: id } : {}), ...given };
    const isEmpty = Object.keys(_meta).length === 0 && given === null;
    const message = { jsonrpc: '2.0', id, method, params: isEmpty ? params : { ...params, _meta } };
    const token = _meta['progressToken'];
    const progressToken = typeof token === 'string' || typeof token === 'number' ? token : null;
    const outcome = await this.#run(
      { id, progressToken, isRaw: false },
      { message, text: JSON.stringify(message) },
      options,
    );
    if (!outcome.ok) return outcome;
    return outcome.value === null ? fail(NO_ANSWER) : succeed(outcome.value);
  }

  /** Sends a text as it is; gives the message that came back, or null where none did. */
  raw(text: string, options: CallOptions): Promise<Result<JsonObject | null, CallFailure>> {
    const value = tryParse(text);
    const message = isJsonObject(value) ? value : {};
    const { id, method } = message;
    const isRequest = method !== undefined && (typeof id === 'string' || typeof id === 'number');
    const kind = { id: isRequest ? id : null, progressToken: null, isRaw: true };
    return this.#run(kind, { message, text }, options);
  }

  /** Sends a message that has no answer. */
  async tell(message: JsonObject): Promise<Result<null, CallFailure>> {
    const { carrier, headersOf, isModern } = this.#parts;
    const text = JSON.stringify(message);
    const sent = await carrier.post({
      text,
      headers: headersOf(message),
      signal: this.signal,
      onStart: (exchangeId) => void this.#logSent(message, text, exchangeId),
      onText: (received, origin) => this.receive(received, origin, null),
      isAnswered: () => true,
      mayResume: !isModern,
    });
    // Nothing needs to come back, so many servers send something of no kind.
    const isTaken = sent.ok || sent.reason === 'not-json';
    return isTaken ? succeed(null) : fail(toCallFailure(sent));
  }

  /** Hears what the server sends on its own stream, until that ends. */
  listen(headers: () => Record<string, string>): ReturnType<Carrier['listen']> {
    return this.#parts.carrier.listen(headers, this.signal, (text, origin) =>
      this.receive(text, origin, null),
    );
  }

  /** Ends everything that runs. */
  close(message: string): void {
    for (const call of this.#calls) {
      call.settle(fail({ reason: 'disconnected', message }));
      call.abort();
    }
    this.#life.abort();
  }

  async #run(
    kind: { id: MessageId | null; progressToken: MessageId | null; isRaw: boolean },
    sent: { message: JsonObject; text: string },
    options: CallOptions,
  ): Promise<Result<JsonObject | null, CallFailure>> {
    if (this.signal.aborted)
      return fail({ reason: 'disconnected', message: 'The connection is closed.' });
    const call = new OpenCall(kind, options, this.#parts.limits, this.#parts.isPaused);
    this.#calls.add(call);
    const end = call.isSettled ? null : this.#send(call, sent, options.headers ?? {});
    const outcome = await call.outcome;
    this.#calls.delete(call);
    const isGivenUp = !outcome.ok && ['cancelled', 'timed-out'].includes(outcome.reason);
    if (isGivenUp) void this.#giveUp(call, sent.message, outcome.message);
    else {
      const timer = setTimeout(() => call.abort(), GRACE_MS);
      void end?.then(() => clearTimeout(timer));
    }
    return outcome;
  }

  async #send(
    call: OpenCall,
    { message, text }: { message: JsonObject; text: string },
    headers: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { carrier, headersOf, isModern } = this.#parts;
    const end = await carrier.post({
      text,
      headers: { ...headersOf(message), ...headers },
      signal: call.signal,
      onStart: (exchangeId) => call.noteSent(this.#logSent(message, text, exchangeId)),
      onText: (received, origin) => this.receive(received, origin, call),
      isAnswered: () => call.isSettled,
      mayResume: !isModern,
    });
    if (!end.ok) call.settle(fail(toCallFailure(end)));
    else if (call.id === null) call.settle(succeed(null));
    else if (!end.value.isElsewhere) call.settle(fail(NO_ANSWER));
  }

  /** Tells the server in the way of its era: a stream that is closed, or a message; `initialize` must not be cancelled. */
  async #giveUp(call: OpenCall, message: JsonObject, reason: string): Promise<void> {
    const isTold = !this.#parts.isModern && call.id !== null && message['method'] !== 'initialize';
    if (isTold && call.frameId !== null) {
      const params = { requestId: call.id, reason };
      await this.tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    }
    call.abort();
  }

  #logSent(message: JsonObject, text: string, exchangeId: number): number {
    const read = readWireMessage(message);
    const invalid = read.ok ? {} : { invalid: read.message };
    const frame = { direction: 'sent', message, exchangeId, ...invalid } as const;
    return this.#parts.log.addFrame(frame, text.length).id;
  }

  /** Takes the text of a message, which came with the answer to `call` or by itself. */
  receive(text: string, origin: Origin, call: OpenCall | null): void {
    const value = tryParse(text);
    if (value === undefined) {
      return call?.noteFault(`The answer is not JSON: “${text.trim().slice(0, QUOTED)}”`, null);
    }
    const all = Array.isArray(value) ? value : [value];
    for (const one of all) this.#take(one, text.length / all.length, origin, call);
  }

  #take(value: JsonValue, size: number, origin: Origin, call: OpenCall | null): void {
    const read = readWireMessage(value);
    const source = isJsonObject(value) ? value : null;
    const { exchangeId } = origin;
    const invalid = read.ok ? {} : { invalid: read.message };
    const frame =
      source === null
        ? null
        : this.#parts.log.addFrame(
            { direction: 'received', message: source, exchangeId, ...invalid },
            size,
          );
    if (!read.ok) return call?.noteFault(read.message, source);
    const message = read.value;
    switch (message.kind) {
      case 'result':
      case 'error':
        return this.#settle(message, origin, call);
      case 'notification':
        return this.#hear(message, call);
      case 'request':
        return void this.#reply(message, call?.frameId ?? frame?.id ?? 0, call);
    }
  }

  #settle(
    message: WireMessage & { kind: 'result' | 'error' },
    { status }: Origin,
    call: OpenCall | null,
  ): void {
    const { id } = message;
    const found = [...this.#calls].find((one) => one.id !== null && one.id === id);
    // An error without an id is about what was just sent.
    const owner = found ?? (id === null || call?.id === null ? call : null);
    if (owner !== null) return owner.take(message, status);
    const told = `An answer came with the id ${JSON.stringify(id)}, which no open request has.`;
    call?.noteFault(told, null);
  }

  #hear({ method, params }: WireMessage & { kind: 'notification' }, call: OpenCall | null): void {
    if (method === 'notifications/progress') {
      const progress = readProgress(params);
      const token = params['progressToken'];
      const calls = [...this.#calls].filter(({ progressToken }) => progressToken === token);
      if (progress !== null && token !== undefined) for (const call of calls) call.report(progress);
    }
    const cancelled = params['requestId'];
    const isCancelled = typeof cancelled === 'string' || typeof cancelled === 'number';
    if (method === 'notifications/cancelled' && isCancelled) this.#asked.get(cancelled)?.abort();
    call?.hear(method, params);
    this.#parts.onNotification(method, params);
  }

  async #reply(
    { id, method, params }: WireMessage & { kind: 'request' },
    askedAt: number,
    call: OpenCall | null,
  ): Promise<void> {
    const withdrawn = new AbortController();
    this.#asked.set(id, withdrawn);
    const signals = [withdrawn.signal, this.signal, ...(call === null ? [] : [call.ended])];
    const answer = await this.#parts.answer({ method, params, askedAt }, AbortSignal.any(signals));
    this.#asked.delete(id);
    call?.restart();
    if (answer !== null) await this.tell({ jsonrpc: '2.0', id, ...answer });
  }
}

const NO_ANSWER: CallFailure = {
  reason: 'disconnected',
  message: 'The connection ended before the answer to this request.',
};
