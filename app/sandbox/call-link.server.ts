import { RpcTarget } from 'cloudflare:workers';

import type {
  ClientLink,
  JsonObject,
  LogLevel,
  UpstreamFetch,
  UpstreamRequest,
} from '#app/runtime/definition.ts';
import { fetchForCaller } from '#app/runtime/fetch-for-caller.ts';

import type { CallLinkStub } from './call-link.ts';

/**
 * What one call hands into the sandbox. A fresh one each time: an isolate keeps whatever it was
 * loaded with, so a second caller would get the first one's.
 */
export class CallLink extends RpcTarget implements CallLinkStub {
  readonly #egress: UpstreamFetch;
  readonly #client: ClientLink;

  constructor(egress: UpstreamFetch, client: ClientLink) {
    super();
    this.#egress = fetchForCaller(client, egress);
    this.#client = client;
  }

  fetch(upstream: string, request: UpstreamRequest) {
    return this.#egress(upstream, request);
  }

  progress(progress: number, total?: number, message?: string) {
    return this.#client.progress(progress, total, message);
  }

  log(level: LogLevel, message: string, fields?: JsonObject) {
    return this.#client.log(level, message, fields);
  }

  elicit(message: string, schema: JsonObject, name?: string) {
    return this.#client.elicit(message, schema, name);
  }

  sample(prompt: string, maxTokens: number, name?: string) {
    return this.#client.sample(prompt, maxTokens, name);
  }

  roots(name?: string) {
    return this.#client.roots(name);
  }

  updated(uri: string) {
    return this.#client.updated(uri);
  }

  cancelled(): Promise<void> {
    const { signal } = this.#client;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}
