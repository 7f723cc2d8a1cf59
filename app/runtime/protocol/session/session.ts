import {
  isJSONRPCRequest,
  readRequestBody,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Server } from '@modelcontextprotocol/server';

import { onBodyEnd } from '../on-body-end.ts';
import { MAX_REQUEST_BYTES, parseMessage } from '../read-message.ts';

/** Requests of one session that are answered at the same time, its GET stream included. */
const MAX_STREAMS = 32;

/** What a session is opened with. */
export interface SessionOptions {
  id: string;
  server: Server;
  /** Called once, when the client ended it. */
  onEnd: () => void;
  /** Hears each message before it is answered, or the messages of a batch. */
  onMessage?: (message: object) => void;
}

/**
 * A session of 2025: one server that stays, because it asks the client something between two of its
 * requests, or tells it of changes. It knows nothing of storage or of other sessions.
 */
export class Session {
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

  /** Opens a session; its first request must be the one that initialises it. */
  static async open(options: SessionOptions): Promise<Session> {
    const session = new Session(options);
    await options.server.connect(session.#transport);
    return session;
  }

  /** Whether something is on its way, or somebody listens. */
  get isBusy(): boolean {
    return this.#streams > 0;
  }

  /**
   * Answers a request of the session. A client that leaves before its answer is there cancels what
   * it asked for: nobody could be given the result.
   */
  async fetch(request: Request, message?: object): Promise<Response> {
    if (this.#streams >= MAX_STREAMS) {
      return refuse(429, -32_000, `A session answers ${MAX_STREAMS} requests at the same time.`);
    }
    // Counted before it is read: what waits for its body takes memory, too.
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

  /** Hears once more what it heard before, on the way to where an earlier server was. */
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
      const params = { requestId: message.id, reason: 'The client went away.' };
      this.#transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    }
  }
}

/** What was posted; null for a request without a body, a response for what cannot be read. */
async function readBody(request: Request): Promise<object | Response | null> {
  if (request.method !== 'POST') return null;
  const read = await readRequestBody(request, MAX_REQUEST_BYTES);
  if (read.tooLarge)
    return refuse(413, -32_000, `A request has ${MAX_REQUEST_BYTES} bytes at most.`);
  return (
    parseMessage(read.text) ?? refuse(400, -32_700, 'Parse error: this is no JSON-RPC message.')
  );
}

function refuse(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
