import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { server } from '../src/server.ts';

const ENTRY = fileURLToPath(new URL('../src/stdio.js', import.meta.url));

test('over stdio it initializes, lists its tools and ends with its input', async () => {
  const child = spawn(process.execPath, [ENTRY], { stdio: ['pipe', 'pipe', 'ignore'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const answer = async () => JSON.parse((await answers.next()).value ?? 'null').result;

  send({
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1.0.0' },
    },
  });
  assert.equal((await answer()).serverInfo.name, server.identity.name);
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/list' });
  const names = server.tools.map(({ name }) => name);
  const { tools } = await answer();
  assert.deepEqual(
    tools.map((tool: { name: string }) => tool.name),
    names.slice(0, tools.length),
  );
  child.stdin.end();
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});
