import { readFileSync } from 'node:fs';

import {
  registerAppResource,
  registerAppTool,
  RESOURCE_MIME_TYPE,
} from '@modelcontextprotocol/ext-apps/server';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

import { OPEN_CORS, serveHttp, type TestServer } from './serve-http.ts';

const APP_URI = 'ui://tally/view.html';
const SDK = 'node_modules/@modelcontextprotocol/ext-apps/dist/src/app-with-deps.js';

/** Starts a server with a tool that comes with an app, made with the protocol's own packages. */
export async function startApps(): Promise<TestServer> {
  let address = '';
  const handler = createMcpHandler(() => createServer(address));
  const server = await serveHttp((request) => handler.fetch(request), { cors: OPEN_CORS });
  address = server.url;
  return server;
}

function createServer(address: string): McpServer {
  const server = new McpServer({ name: 'tally', version: '1.0.0' });
  const numbers = z.object({ a: z.number(), b: z.number() });
  registerAppTool(
    server,
    'tally',
    { description: 'Shows a sum.', inputSchema: numbers, _meta: { ui: { resourceUri: APP_URI } } },
    ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
  );
  server.registerTool(
    'add',
    { description: 'Adds.', inputSchema: numbers, _meta: { ui: { visibility: ['app'] } } },
    ({ a, b }) => ({ content: [{ type: 'text', text: `sum ${a + b}` }] }),
  );
  server.registerTool(
    'for_models',
    { description: 'Adds.', inputSchema: numbers, _meta: { ui: { visibility: ['model'] } } },
    () => ({ content: [] }),
  );
  server.registerResource('note', 'test://note', { mimeType: 'text/plain' }, () => ({
    contents: [{ uri: 'test://note', text: 'A note.' }],
  }));
  registerAppResource(server, 'view', APP_URI, { description: 'The view.' }, () => ({
    contents: [
      {
        uri: APP_URI,
        mimeType: RESOURCE_MIME_TYPE,
        text: readPage(address),
        _meta: { ui: { csp: { connectDomains: [new URL(address).origin] } } },
      },
    ],
  }));
  return server;
}

/** The page of the app with the protocol's own package inside, as its build would make it. */
function readPage(address: string): string {
  const sdk = readFileSync(SDK, 'utf8');
  const exported = /(\S+) as App\}/.exec(sdk.slice(sdk.lastIndexOf('export{')))?.[1];
  const name = exported?.slice(exported.lastIndexOf(',') + 1);
  const own = `${sdk}\nconst App = ${name};`;
  return readFileSync('tests/tester/servers/app-page.html', 'utf8')
    .replace("/* THE APP'S SIDE OF MCP APPS */", () => own)
    .replace('SERVER_ADDRESS', () => address);
}
