import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import type { CallFailure } from './call-failure.ts';
import { CallTimer, type CallTimes } from './call-timer.ts';
import type { RequestOptions } from './connection.ts';
import type { MessageId, WireMessage } from './wire-message.ts';

/** Options of callers within the connection. */
export interface CallOptions extends RequestOptions {
  /** Hears the notifications that come on the request's own stream. */
  onNotification?: (method: string, params: JsonObject) => void;
  /** Told the request's frame in the log as soon as it is sent. */
  onSent?: (frameId: number) => void;
  /** For a request whose stream is to last. */
  isEndless?: boolean;
}

type Outcome = Result<JsonObject | null, CallFailure>;

/** One request that waits for its answer. */
export class OpenCall {
  /** Null for a text that is no request: whatever comes back answers it. */
  readonly id: MessageId | null;
  progressToken: MessageId | null;
  readonly outcome: Promise<Outcome>;
  readonly #resolve: (outcome: Outcome) => void;
  readonly #options: CallOptions;
  readonly #timer: CallTimer | null;
  readonly #ended = new AbortController();
  readonly #exchange = new AbortController();
  readonly #isRaw: boolean;
  #frameId: number | null = null;
  /** The fault of a message that may have been the answer. */
  #fault: string | null = null;

  constructor(
    {
      id,
      progressToken,
      isRaw,
    }: { id: MessageId | null; progressToken: MessageId | null; isRaw: boolean },
    options: CallOptions,
    limits: CallTimes,
    isPaused: () => boolean,
  ) {
    this.id = id;
    this.progressToken = progressToken;
    this.#isRaw = isRaw;
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    this.outcome = promise;
    this.#resolve = resolve;
    const timeoutMs = options.timeoutMs ?? limits.timeoutMs;
    const own = { timeoutMs, maxTimeoutMs: Math.max(timeoutMs, limits.maxTimeoutMs) };
    const end = (message: string) => this.settle(fail({ reason: 'timed-out', message }));
    this.#timer = options.isEndless === true ? null : new CallTimer(own, isPaused, end);
    options.signal?.addEventListener('abort', this.#cancel);
    if (options.signal?.aborted === true) this.#cancel();
  }

  get isSettled(): boolean {
    return this.#ended.signal.aborted;
  }

  /** Aborted as soon as there is an outcome. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Of the HTTP exchange. */
  get signal(): AbortSignal {
    return this.#exchange.signal;
  }

  abort(): void {
    this.#exchange.abort();
  }

  settle(outcome: Outcome): void {
    if (this.isSettled) return;
    this.#timer?.stop();
    this.#options.signal?.removeEventListener('abort', this.#cancel);
    const isSilent =
      !outcome.ok && (outcome.reason === 'timed-out' || outcome.reason === 'disconnected');
    const fault = isSilent ? this.#fault : null;
    this.#resolve(fault === null ? outcome : fail({ reason: 'invalid-message', message: fault }));
    this.#ended.abort();
  }

  /** Its frame in the log; null until it is sent. */
  get frameId(): number | null {
    return this.#frameId;
  }

  noteSent(frameId: number): void {
    this.#frameId = frameId;
    this.#options.onSent?.(frameId);
  }

  /** Takes the answer. */
  take(message: WireMessage & { kind: 'result' | 'error' }, status: number): void {
    if (this.#isRaw) return this.settle(succeed(message.source));
    if (message.kind === 'result') return this.settle(succeed(message.result));
    this.settle(fail({ reason: 'rpc', ...message.error, status }));
  }

  /** Something came that breaks the protocol; where it bears the request's id it is the answer. */
  noteFault(fault: string, source: JsonObject | null): void {
    this.#fault ??= fault;
    const isOwn = source !== null && this.id !== null && source['id'] === this.id;
    if (this.#isRaw && source !== null) this.settle(succeed(source));
    else if (isOwn) this.settle(fail({ reason: 'invalid-message', message: fault }));
  }

  hear(method: string, params: JsonObject): void {
    this.#options.onNotification?.(method, params);
  }

  /** The server has what it waited for: its time begins anew. */
  restart(): void {
    this.#timer?.heard();
  }

  report(progress: { progress: number; total?: number; message?: string }): void {
    this.#timer?.heard();
    this.#options.onProgress?.(progress);
  }

  readonly #cancel = () => {
    this.settle(fail({ reason: 'cancelled', message: 'You cancelled the request.' }));
  };
}
