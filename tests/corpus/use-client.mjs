// The official client in a process of its own: lists the tools of a server over stdio, calls one, and says what
// that took. Arguments: the command that starts the server.
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'test', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command, args, stderr: 'inherit' }));
const start = performance.now();
const { tools } = await client.listTools();
const listed = performance.now();
const [{ name }] = tools;
const { isError } = await client.callTool({ name, arguments: { nothing: 'of this name' } });
const called = performance.now();
const outcome = {
  tools: tools.length,
  isError,
  listMs: listed - start,
  firstCallMs: called - listed,
  maxRssKb: await readPeakKb(),
};
console.log(JSON.stringify(outcome));
await client.close();

/** The peak of this process alone: what getrusage tells begins with the peak of the one that started it. */
async function readPeakKb() {
  const status = await readFile('/proc/self/status', 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]);
}
