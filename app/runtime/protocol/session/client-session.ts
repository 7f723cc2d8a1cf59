import {
  isJSONRPCRequest,
  readRequestBody,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Server } from '@modelcontextprotocol/server';

import { onBodyEnd } from '../on-body-end.ts';
import { MAX_REQUEST_BYTES, parseMessage } from '../read-message.ts';

/** Maximum number of concurrent requests in one session, including its GET stream. */
const MAX_STREAMS = 32;

/** Options of a session. */
export interface SessionOptions {
  id: string;
  server: Server;
  /** Called once, when the client ends it. */
  onEnd: () => void;
  /** Called with each message, or the messages of a batch, before it is answered. */
  onMessage?: (message: object) => void;
}

/**
 * A session of 2025: one server that persists, because it asks the client something between two requests, or
 * notifies it of changes. It is independent of storage and of other sessions.
 */
export class ClientSession {
  readonly id: string;
  readonly #server: Server;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #onMessage: SessionOptions['onMessage'];
  #streams = 0;

  private constructor({ id, server, onEnd, onMessage }: SessionOptions) {
    this.id = id;
    this.#server = server;
    this.#onMessage = onMessage;
    this.#transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: onEnd,
    });
  }

  /** Opens a session; its first request must be `initialize`. */
  static async open(options: SessionOptions): Promise<ClientSession> {
    const session = new ClientSession(options);
    await options.server.connect(session.#transport);
    return session;
  }

  /** Whether a request is in progress or a client listens. */
  get isBusy(): boolean {
    return this.#streams > 0;
  }

  /**
   * Answers a request of the session. A client that disconnects early cancels its request, because the result
   * could not be delivered.
   */
  async fetch(request: Request, message?: object): Promise<Response> {
    if (this.#streams >= MAX_STREAMS) {
      return refuse(429, -32_000, `A session allows at most ${MAX_STREAMS} concurrent requests.`);
    }
    // Counted before the body is read: waiting for it takes memory, too.
    this.#streams += 1;
    let isOpen = false;
    try {
      const body = message ?? (await readBody(request));
      if (body instanceof Response) return body;
      if (body !== null) this.#onMessage?.(body);
      const options = body === null ? {} : { parsedBody: body };
      const response = await this.#transport.handleRequest(request, options);
      isOpen = true;
      return onBodyEnd(response, request.signal, (isWhole) => {
        this.#streams -= 1;
        if (!isWhole) this.#cancel(body);
      });
    } finally {
      if (!isOpen) this.#streams -= 1;
    }
  }

  /** Replays an earlier message to restore the state of a previous server. */
  async replay(message: object): Promise<void> {
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-session-id': this.id,
    };
    const request = new Request('http://localhost/', { method: 'POST', headers });
    const response = await this.#transport.handleRequest(request, { parsedBody: message });
    await response.text();
  }

  /** Ends it: streams close, running calls are aborted. */
  async close(): Promise<void> {
    await this.#server.close();
  }

  #cancel(body: object | null): void {
    for (const message of [body].flat()) {
      if (!isJSONRPCRequest(message)) continue;
      const params = { requestId: message.id, reason: 'The client disconnected.' };
      this.#transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    }
  }
}

/** The posted message; null for a request without a body, an error response if it cannot be read. */
async function readBody(request: Request): Promise<object | Response | null> {
  if (request.method !== 'POST') return null;
  const read = await readRequestBody(request, MAX_REQUEST_BYTES);
  if (read.tooLarge)
    return refuse(413, -32_000, `A request may have at most ${MAX_REQUEST_BYTES} bytes.`);
  return parseMessage(read.text) ?? refuse(400, -32_700, 'Parse error: not a JSON-RPC message.');
}

function refuse(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
