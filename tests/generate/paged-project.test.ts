import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { generate } from '#app/blueprint/generate/generate.ts';

import { callBuilderTool, openWorkspace } from '../builder/tools/open-workspace.ts';
import { endProcess, ProjectDirectory } from './project-directory.ts';

/** Each step runs the compiler or a server. */
const STEP_MS = 120_000;

/** One tool with all that a change of a tool can express. */
const SEARCH = {
  name: 'search_articles',
  description: 'Searches articles. Use it to find articles by their tags and day.',
  request: { method: 'POST', url: 'https://api.example.com/v1/search' },
  bodyType: 'form',
  input: {
    type: 'object',
    properties: {
      tags: { type: 'array', items: { $ref: '#/$defs/Tag' }, minItems: 1 },
      since: { type: 'string', format: 'date' },
      trace: { type: 'string', format: 'uuid' },
      cursor: { type: 'string' },
    },
    required: ['tags'],
    $defs: { Tag: { type: 'string', enum: ['news', 'sport'] } },
  },
  arguments: [
    { name: 'tags', style: 'pipeDelimited', sentAs: 'tag' },
    { name: 'trace', in: 'header', sentAs: 'X-Trace' },
    { name: 'cursor', in: 'query', sentAs: 'page_token' },
  ],
  constants: [
    { in: 'header', name: 'X-Version', value: '3' },
    { in: 'body', name: 'lang', value: 'en' },
  ],
  output: {
    type: 'object',
    properties: {
      articles: {
        type: 'array',
        maxItems: 2,
        items: {
          type: 'object',
          properties: { title: { type: 'string' }, body: { type: 'string' } },
          required: ['title', 'body'],
        },
      },
      meta: {
        type: 'object',
        properties: { next: { type: ['string', 'null'] }, total: { type: 'integer' } },
      },
    },
    required: ['articles', 'meta'],
  },
  keep: ['articles[].title', 'meta.total'],
  pagination: {
    kind: 'cursor',
    argument: 'cursor',
    nextPath: 'meta.next',
    itemsPath: 'articles',
    follow: { maxPages: 5 },
  },
  hints: { readOnly: true, idempotent: true, openWorld: false },
};

/** Requests that the API got. */
const asked: { url: string | undefined; trace: unknown; version: unknown; body: string }[] = [];

/** An API with three pages of articles. */
const api = createServer((request, response) => {
  const { 'x-trace': trace, 'x-version': version } = request.headers;
  const seen = { url: request.url, trace, version, body: '' };
  asked.push(seen);
  request.on('data', (chunk: Buffer) => (seen.body += chunk.toString()));
  const page = Number(/page_token=p(\d)/.exec(request.url ?? '')?.[1] ?? '1');
  const articles = ['a', 'b'].map((letter) => ({ title: `${page}${letter}`, body: 'long' }));
  const meta = { next: page < 3 ? `p${page + 1}` : null, total: 6 };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ articles, meta }));
});

let project: ProjectDirectory;

beforeAll(async () => {
  const workspace = openWorkspace();
  const answer = await callBuilderTool(workspace, 'upsert_tool', SEARCH);
  if (JSON.stringify(answer['problems']) !== '[]') throw new Error(JSON.stringify(answer));
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

test('the exported server follows, joins and cuts the answers', { timeout: STEP_MS }, async () => {
  const { port } = api.address() as AddressInfo;
  const variables = { PORT: '0', UPSTREAM_BASE_URL: `http://127.0.0.1:${port}` };
  const server = await project.start('dist/http.js', variables);
  const client = new Client({ name: 'test', version: '1.0.0' });
  try {
    await client.connect(new StreamableHTTPClientTransport(server.url));
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === 'search_articles');
    expect(tool?.outputSchema).toEqual({
      type: 'object',
      properties: {
        articles: {
          type: 'array',
          items: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
        },
        meta: { type: 'object', properties: { total: { type: 'integer' } } },
      },
      required: ['articles', 'meta'],
    });
    const trace = '7f8d5c1e-9a3b-4c2d-8e1f-0a1b2c3d4e5f';
    const body = { tags: ['news', 'sport'], since: '2026-01-01' };
    const result = await client.callTool({
      name: 'search_articles',
      arguments: { body, trace },
    });
    expect(result.isError).not.toBe(true);
    expect(result.structuredContent).toEqual({
      articles: ['1a', '1b', '2a', '2b', '3a', '3b'].map((title) => ({ title })),
      meta: { total: 6 },
    });
    expect(result.content.at(-1)).toEqual({
      type: 'text',
      text: '3 pages are joined: 6 items.',
    });
    const sent = 'tag=news%7Csport&since=2026-01-01&lang=en';
    expect(asked).toEqual(
      ['/v1/search', '/v1/search?page_token=p2', '/v1/search?page_token=p3'].map((url) => ({
        url,
        trace,
        version: '3',
        body: sent,
      })),
    );
  } finally {
    await client.close();
    await endProcess(server.process);
  }
});
