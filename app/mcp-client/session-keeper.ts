import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { JsonObject } from '#app/runtime/definition.ts';

import { toConnectProblem } from './connect-words.ts';
import type { ConnectionState, ConnectProblem, Session } from './connection.ts';
import { PAUSES_MS } from './connection-options.ts';
import type { ConnectionScope } from './connection-scope.ts';
import { reachServer } from './reach-server.ts';
import { followStream } from './follow-stream.ts';
import type { OpenSession } from './open-session.ts';
import { wait } from './wait.ts';

type Connected = Result<OpenSession, ConnectProblem>;

/** Problems that may pass by themselves. */
const PASSING = new Set<ConnectProblem['reason']>([
  'unreachable',
  'blocked-by-browser',
  'timed-out',
  'server-error',
  'relay-refused',
]);

/** Has one session with the server, and a new one where that is lost. */
export class SessionKeeper {
  readonly #scope: ConnectionScope;
  #state: ConnectionState = { status: 'closed' };
  #open: OpenSession | null = null;
  #attempt: Promise<Connected> | null = null;
  #life = new AbortController();

  constructor(scope: ConnectionScope) {
    this.#scope = scope;
  }

  readonly getState = () => this.#state;

  /** The open session; waits where one is being opened. Null: there is none. */
  async current(): Promise<OpenSession | null> {
    if (this.#attempt !== null) await this.#attempt;
    return this.#open;
  }

  async connect(signal?: AbortSignal): Promise<Result<Session, ConnectProblem>> {
    if (this.#attempt === null && this.#open !== null) return succeed(this.#open.session);
    this.#attempt ??= this.#begin();
    const attempt = this.#attempt;
    const stop = () => void this.close();
    signal?.addEventListener('abort', stop);
    if (signal?.aborted === true) stop();
    const outcome = await attempt;
    signal?.removeEventListener('abort', stop);
    return outcome.ok ? succeed(outcome.value.session) : outcome;
  }

  /** Opens another session after one was lost; several that notice it at once share that. */
  async recover(lost: OpenSession, because: string): Promise<OpenSession | null> {
    if (this.#open === lost && this.#attempt === null) {
      lost.dialogue.close(because);
      this.#open = null;
      this.#attempt = this.#again(because);
    }
    return this.current();
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#life.abort();
    this.#life = new AbortController();
    this.#open = null;
    this.#attempt = null;
    this.#scope.watches.clear();
    this.#set({ status: 'closed' });
    if (open !== null) await open.end();
  }

  /** Tells a server of the era with sessions; the other era has no such messages. */
  async tell(method: string): Promise<void> {
    if (this.#open?.session.era === 'legacy') {
      await this.#open.dialogue.tell({ jsonrpc: '2.0', method });
    }
  }

  /** Asks a server of the era with sessions; what it answers is in the log. */
  async askLegacy(method: string, params: JsonObject): Promise<void> {
    if (this.#open?.session.era === 'legacy') await this.#open.ask(method, params, {});
  }

  async #begin(): Promise<Connected> {
    this.#set({ status: 'connecting' });
    return this.#settle(this.#life.signal, await this.#find(this.#life.signal), null);
  }

  async #again(because: string): Promise<Connected> {
    const { signal } = this.#life;
    let outcome: Connected = fail(NOTHING);
    for (const [index, pause] of (this.#scope.options.pausesMs ?? PAUSES_MS).entries()) {
      this.#set({ status: 'reconnecting', attempt: index + 1, because });
      await wait(pause, signal);
      if (signal.aborted) return fail(NOTHING);
      outcome = await this.#find(signal);
      if (outcome.ok || !PASSING.has(outcome.reason)) break;
    }
    return this.#settle(signal, outcome, because);
  }

  #settle(signal: AbortSignal, outcome: Connected, because: string | null): Connected {
    if (signal.aborted) {
      if (outcome.ok) void outcome.value.end();
      return fail(NOTHING);
    }
    this.#attempt = null;
    if (!outcome.ok) {
      const { reason, message, status, challenge } = outcome;
      this.#set({ status: 'failed', problem: { reason, message, status, challenge } });
      return outcome;
    }
    const reconnected = because === null ? {} : { reconnected: { at: Date.now(), because } };
    const open = { ...outcome.value, session: { ...outcome.value.session, ...reconnected } };
    this.#open = open;
    this.#set({ status: 'connected', session: open.session });
    void followStream(open, (reason) => void this.recover(open, reason));
    for (const begin of this.#scope.watches) void begin(open);
    const { logLevel: level } = this.#scope;
    if (level !== null) void this.askLegacy('logging/setLevel', { level });
    return succeed(open);
  }

  /** Asks again with another token where the server refuses the one at hand. */
  async #find(signal: AbortSignal): Promise<Connected> {
    const { tokens } = this.#scope.options;
    for (let renewals = 0; ; renewals += 1) {
      const token = await this.#scope.loadToken();
      const found = await reachServer(this.#scope, signal);
      if (found.ok) return found;
      const problem = toConnectProblem(found);
      const { status, challenge } = problem;
      const isRefusal = status === 401 || status === 403;
      if (!isRefusal || tokens === undefined || renewals === MAX_RENEWALS) return fail(problem);
      if (!(await tokens.onRefused({ status, challenge, token }, signal))) return fail(problem);
    }
  }

  #set(state: ConnectionState): void {
    this.#state = state;
    this.#scope.news.tell();
  }
}

/** Times that a request asks for another token: once for a token, and once for each of two more scopes. */
export const MAX_RENEWALS = 3;

const NOTHING: ConnectProblem = {
  reason: 'timed-out',
  message: 'You stopped the connection.',
  status: null,
  challenge: null,
};
