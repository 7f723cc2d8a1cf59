import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { toSentRequest } from './sent-request.ts';
import type { SentRequest } from './sent-request.ts';

/** Headers that Node's fetch adds by itself. */
const ADDED =
  /^(?:host|connection|content-length|transfer-encoding|user-agent|accept-encoding|accept-language|sec-fetch-mode|traceparent)$/;

/** A server that remembers each request, and refuses it. */
export class RecordingUpstream {
  readonly #server: Server;
  readonly #sent: SentRequest[] = [];
  readonly origin: string;
  private constructor(server: Server, port: number) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${port}`;
    server.on('request', (request, response) => {
      void this.#record(request).then(() => response.writeHead(400).end());
    });
  }

  static async start(): Promise<RecordingUpstream> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('There is no port.');
    return new RecordingUpstream(server, address.port);
  }

  /** What came since the last time. */
  take(): SentRequest[] {
    return this.#sent.splice(0);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #record(request: IncomingMessage): Promise<void> {
    const body = new Uint8Array(await buffer(request));
    const headers = Object.entries(request.headersDistinct)
      .filter(([name]) => !ADDED.test(name))
      .map(([name, values]): [string, string] => [name, (values ?? []).join(', ')]);
    const url = `${this.origin}${request.url ?? ''}`;
    this.#sent.push(toSentRequest(request.method ?? '', url, headers, body));
  }
}
