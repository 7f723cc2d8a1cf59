import { RpcTarget } from 'cloudflare:workers';

import type {
  ClientLink,
  JsonObject,
  LogLevel,
  UpstreamFetch,
  UpstreamOutcome,
  UpstreamRequest,
} from '#app/runtime/definition.ts';
import { fetchForCaller } from '#app/runtime/tools/fetch-for-caller.ts';

import type { CallLinkStub } from './call-link.ts';
import type { RequestRecorder } from './request-recorder.ts';

/** Maximum number of notifications of one call; the gateway's isolate is shared. */
const MAX_NOTICES = 1_000;

/** Maximum length of one notification, and of one question. */
const MAX_CHARACTERS = 65_536;

/** Maximum length of all notifications and questions of one call together. */
const MAX_CHARACTERS_IN_ALL = 1_048_576;

/**
 * Link of one call to the outside, handed into the sandbox. A new one for each call: an isolate keeps what it
 * was loaded with, so a second caller would get the first one's.
 */
export class CallLink extends RpcTarget implements CallLinkStub {
  readonly #egress: UpstreamFetch;
  readonly #client: ClientLink;
  readonly #recorder: RequestRecorder | undefined;
  #notices = 0;
  #characters = 0;

  /** @param recorder is told of what the mock answers in the isolate. */
  constructor(egress: UpstreamFetch, client: ClientLink, recorder?: RequestRecorder) {
    super();
    this.#recorder = recorder;
    this.#egress = fetchForCaller(client, egress);
    this.#client = client;
  }

  fetch(upstream: string, request: UpstreamRequest) {
    return this.#egress(upstream, request);
  }

  async sent(upstream: string, request: UpstreamRequest, outcome: UpstreamOutcome) {
    await this.#recorder?.wrap(() => Promise.resolve(outcome))(upstream, request);
  }

  async progress(progress: number, total?: number, message?: string) {
    if (this.#mayTell(message)) await this.#client.progress(progress, total, message);
  }

  async log(level: LogLevel, message: string, fields?: JsonObject) {
    if (this.#mayTell(level, message, fields)) await this.#client.log(level, message, fields);
  }

  elicit(message: string, schema: JsonObject, name?: string) {
    this.#requireRoom(message, schema, name);
    return this.#client.elicit(message, schema, name);
  }

  sample(prompt: string, maxTokens: number, name?: string) {
    this.#requireRoom(prompt, name);
    return this.#client.sample(prompt, maxTokens, name);
  }

  roots(name?: string) {
    this.#requireRoom(name);
    return this.#client.roots(name);
  }

  async updated(uri: string) {
    if (this.#mayTell(uri)) await this.#client.updated(uri);
  }

  cancelled(): Promise<void> {
    const { signal } = this.#client;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /**
   * Whether one more notification may be sent; those beyond the limit are dropped, and the call continues.
   */
  #mayTell(...parts: unknown[]): boolean {
    if (this.#notices >= MAX_NOTICES || !this.#takeRoom(parts)) return false;
    this.#notices += 1;
    return true;
  }

  /** @throws RangeError to the tool if a question is too long: the call cannot continue without it. */
  #requireRoom(...parts: unknown[]): void {
    if (this.#takeRoom(parts)) return;
    throw new RangeError(
      `A question of a tool must not be longer than ${MAX_CHARACTERS} characters.`,
    );
  }

  #takeRoom(parts: unknown[]): boolean {
    const { length } = JSON.stringify(parts);
    if (length > MAX_CHARACTERS || this.#characters + length > MAX_CHARACTERS_IN_ALL) return false;
    this.#characters += length;
    return true;
  }
}
