import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { Request } from 'miniflare';

import { answerModel } from './model-server.ts';

/**
 * Serves the scripted models over real HTTP, for programs that are not started by the tests' own process: an
 * OpenAI-compatible server, whose scripts are set here with {@link scriptModel}.
 */
export async function serveModel(): Promise<{ baseUrl: string; close: () => void }> {
  const server = createServer((incoming, outgoing) => {
    answerOver(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { baseUrl: `http://127.0.0.1:${address.port}/v1`, close };
}

async function answerOver(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const request = new Request(new URL(url, `http://${headers.host}`).href, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
    ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
  });
  const response = await answerModel(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  for await (const chunk of response.body ?? []) outgoing.write(chunk);
  outgoing.end();
}
