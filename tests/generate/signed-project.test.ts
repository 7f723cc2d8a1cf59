import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { generate } from '#app/blueprint/generate/generate.ts';

import { callBuilderTool, openWorkspace } from '../builder/tools/open-workspace.ts';
import { SIGNED_AUTH, SIGNED_CREDENTIALS, SignedUpstream } from '../fakes/signed-upstream.ts';
import { endProcess, ProjectDirectory } from './project-directory.ts';

/** Each step runs the compiler or a server. */
const STEP_MS = 120_000;

const CODE = `export default async (args, context) =>
  await context.json('api', { path: '/v1/notes', body: { note: 'ü' } });`;

/** Makes the operation known to the mock. */
const NOTE = {
  name: 'post_note',
  description: 'Posts a note. Use it for new notes.',
  request: { method: 'POST', url: 'https://api.example.com/v1/notes' },
  arguments: [{ name: 'note', type: 'string', required: true }],
};

const checked = new SignedUpstream();

const api = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const { status, body } = checked.answer({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: { get: (name) => request.headers[name]?.toString() ?? null },
      body: Buffer.concat(pieces).toString(),
    });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
  });
});

let project: ProjectDirectory;

beforeAll(async () => {
  const workspace = openWorkspace();
  const calls: [string, object][] = [
    ['upsert_tool', NOTE],
    ['upsert_tool', { name: 'add_note', code: { source: CODE }, arguments: [] }],
    ['set_upstream', { auth: { ...SIGNED_AUTH, keyEncoding: 'hex' } }],
  ];
  for (const [name, input] of calls) {
    const answer = await callBuilderTool(workspace, name, input);
    if (JSON.stringify(answer['problems']) !== '[]') throw new Error(JSON.stringify(answer));
  }
  project = await ProjectDirectory.create(generate(workspace.blueprint));
  // Its packages are ours, which are the ones of its lock (`project.test.ts`).
  await symlink(resolve('node_modules'), join(project.path, 'node_modules'));
  await project.run('npm run build');
  await project.run('npm run build:tests');
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
}, STEP_MS);

afterAll(async () => {
  api.close();
  await project.remove();
});

test('the exported project passes its own tests, over its mock', { timeout: STEP_MS }, async () => {
  expect(await project.run('npm test')).toMatch(/^(# |ℹ )fail 0$/m);
});

test(
  'the exported server signs requests to an API that checks them',
  { timeout: STEP_MS },
  async () => {
    const { port } = api.address() as AddressInfo;
    const server = await project.start('dist/http.js', {
      PORT: '0',
      UPSTREAM_BASE_URL: `http://127.0.0.1:${port}`,
      NEW_SERVER_SECRET: Buffer.from(SIGNED_CREDENTIALS.secret).toString('hex'),
      NEW_SERVER_KEY_ID: SIGNED_CREDENTIALS.keyId,
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    try {
      await client.connect(new StreamableHTTPClientTransport(server.url));
      const read = await client.callTool({ name: 'get_user', arguments: { id: 7 } });
      const noted = await client.callTool({ name: 'add_note', arguments: {} });
      expect(read.structuredContent).toMatchObject({ ok: true, path: '/users/7' });
      expect(noted.structuredContent).toMatchObject({ ok: true, body: '{"note":"ü"}' });
      const told = JSON.stringify([read, noted]);
      for (const value of Object.values(SIGNED_CREDENTIALS)) expect(told).not.toContain(value);
      expect(checked.got).toHaveLength(2);
    } finally {
      await client.close();
      await endProcess(server.process);
    }
  },
);
