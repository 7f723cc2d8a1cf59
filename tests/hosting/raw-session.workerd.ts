import type { JsonObject } from '#app/runtime/definition.ts';

import { Visitor } from '../setup/drafts.ts';

const HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};

/** The client's side of a session of 2025, message by message. */
export class RawSession {
  readonly visitor = new Visitor();
  readonly endpoint: string;
  readonly id: string;
  readonly #headers: Record<string, string>;

  private constructor(endpoint: string, id: string, headers: Record<string, string>) {
    this.endpoint = endpoint;
    this.id = id;
    this.#headers = { ...HEADERS, ...headers, 'mcp-session-id': id };
  }

  /** Does the handshake; the id is empty where the server opened no session. */
  static async open(
    endpoint: string,
    capabilities: JsonObject,
    token?: string,
  ): Promise<RawSession> {
    const headers: Record<string, string> =
      token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await initialize(new Visitor(), endpoint, capabilities, headers);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} ${text}`);
    return new RawSession(endpoint, response.headers.get('mcp-session-id') ?? '', headers);
  }

  /** The same session at another address, or by another caller. */
  at(endpoint: string, token?: string): RawSession {
    const headers: Record<string, string> =
      token === undefined ? {} : { authorization: `Bearer ${token}` };
    return new RawSession(endpoint, this.id, headers);
  }

  post(message: JsonObject, signal?: AbortSignal): Promise<Response> {
    return this.visitor.fetch(this.endpoint, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /** Sends a request and gives all messages of its answer, the last one is the answer itself. */
  async ask(method: string, params: JsonObject, id: number | string = 1): Promise<JsonObject[]> {
    const response = await this.post({ id, method, params });
    return toMessages(await response.text());
  }

  /** The status of a request that needs nothing but the session. */
  async status(): Promise<number> {
    const response = await this.post({ id: 1, method: 'ping' });
    await response.body?.cancel();
    return response.status;
  }

  listen(): Promise<Response> {
    return this.visitor.fetch(this.endpoint, { headers: this.#headers });
  }

  async end(): Promise<number> {
    const init = { method: 'DELETE', headers: this.#headers };
    return (await this.visitor.fetch(this.endpoint, init)).status;
  }
}

/** The first step of the handshake. */
export function initialize(
  visitor: Visitor,
  endpoint: string,
  capabilities: JsonObject,
  headers: Record<string, string> = {},
): Promise<Response> {
  const clientInfo = { name: 'test', version: '1.0.0' };
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
  return visitor.json(
    'POST',
    endpoint,
    { jsonrpc: '2.0', id: 0, method: 'initialize', params },
    { accept: HEADERS.accept, ...headers },
  );
}

/** The messages of an event stream, or of a body that is one message. */
export function toMessages(text: string): JsonObject[] {
  if (text.startsWith('{')) return [JSON.parse(text)];
  return [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, message = '']) => JSON.parse(message));
}

/** Reads an open event stream message by message. */
export class MessageReader {
  readonly #reader: ReadableStreamDefaultReader<string>;
  #rest = '';

  constructor(response: Response) {
    if (response.body === null) throw new Error(`${response.status}: there is no stream`);
    this.#reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  }

  async next(): Promise<JsonObject> {
    for (;;) {
      const end = this.#rest.indexOf('\n\n');
      if (end >= 0) {
        const event = this.#rest.slice(0, end + 2);
        this.#rest = this.#rest.slice(end + 2);
        const [message] = toMessages(event);
        if (message !== undefined) return message;
        continue;
      }
      const { done, value } = await this.#reader.read();
      if (done) throw new Error('the stream ended');
      this.#rest += value;
    }
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }
}
