import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { generate } from '#app/blueprint/generate/generate.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';

import { followDockerfile } from './dockerfile-steps.ts';
import { libraryBlueprint } from './library-blueprint.ts';
import { endProcess, ProjectDirectory } from './project-directory.ts';

/** Each step runs npm, the compiler or a server. */
const STEP_MS = 120_000;

const SPECS = ['petstore-2.0.yaml', 'petstore-3.0.json', 'rclone-3.1.yaml', 'asana-3.0.json'];

let library: ProjectDirectory;

beforeAll(async () => {
  library = await ProjectDirectory.create(generate(libraryBlueprint));
  await library.run('npm ci --prefer-offline --no-audit --no-fund');
  await library.run('npm run build');
}, STEP_MS);

afterAll(() => library.remove());

test(
  'npm install accepts the package.json also without the lock file',
  { timeout: STEP_MS },
  async () => {
    const files = generate(libraryBlueprint).filter(({ path }) => path !== 'package-lock.json');
    const project = await ProjectDirectory.create(files);
    await project.run('npm install --prefer-offline --no-audit --no-fund');
    const installed = await readFile(join(project.path, 'package-lock.json'), 'utf8');
    const locked = await readFile(join(library.path, 'package-lock.json'), 'utf8');
    expect(versionsIn(installed)).toEqual(versionsIn(locked));
    await project.remove();
  },
);

test('the lock file has the same versions as ours', async () => {
  const ours = versionsIn(await readFile('package-lock.json', 'utf8'));
  const theirs = versionsIn(await readFile(join(library.path, 'package-lock.json'), 'utf8'));
  expect(ours).toMatchObject(theirs);
});

describe.each(['library', ...SPECS])('the project of %s', (name) => {
  let blueprint: Blueprint;
  let project: ProjectDirectory;

  beforeAll(async () => {
    blueprint = name === 'library' ? libraryBlueprint : await importSpec(name);
    project = name === 'library' ? library : await ProjectDirectory.create(generate(blueprint));
    if (project !== library) {
      await project.copyPackagesFrom(library);
      await project.run('npm run build');
    }
    await project.run('npm run build:tests');
  }, STEP_MS);

  afterAll(async () => {
    if (project !== library) await project.remove();
  });

  test('passes its own tests', { timeout: STEP_MS }, async () => {
    const report = await project.run('npm test');
    expect(report).toMatch(/^(# |ℹ )fail 0$/m);
    const passed = /^(?:# |ℹ )pass (\d+)$/m.exec(report);
    expect(Number(passed?.[1])).toBeGreaterThan(2 * served(blueprint).length);
  });

  test('answers over HTTP in both eras', { timeout: STEP_MS }, async () => {
    const mock = await project.start('.test-build/tests/mock-upstream.js', { PORT: '0' });
    const variables = { ...secretsOf(blueprint), PORT: '0', UPSTREAM_BASE_URL: mock.url.origin };
    const server = await project.start('dist/http.js', variables);
    try {
      for (const mode of ['legacy', 'auto'] as const) {
        const client = new Client(
          { name: 'test', version: '1.0.0' },
          { versionNegotiation: { mode } },
        );
        await client.connect(new StreamableHTTPClientTransport(server.url));
        await expectTools(client, blueprint);
        await client.close();
      }
    } finally {
      expect(await endProcess(server.process)).toBe(0);
      await endProcess(mock.process);
    }
  });

  test('answers over stdio in both eras', { timeout: STEP_MS }, async () => {
    const mock = await project.start('.test-build/tests/mock-upstream.js', { PORT: '0' });
    const variables = { ...secretsOf(blueprint), UPSTREAM_BASE_URL: mock.url.origin };
    try {
      for (const mode of ['legacy', 'auto'] as const) {
        const client = new Client(
          { name: 'test', version: '1.0.0' },
          { versionNegotiation: { mode } },
        );
        const transport = new StdioClientTransport({
          command: process.execPath,
          args: ['dist/stdio.js'],
          cwd: project.path,
          env: { ...getDefaultEnvironment(), ...variables },
          stderr: 'ignore',
        });
        await client.connect(transport);
        await expectTools(client, blueprint);
        await client.close();
      }
    } finally {
      await endProcess(mock.process);
    }
  });
});

test('invalid requests are rejected without harm', async () => {
  const server = await library.start('dist/http.js', { PORT: '0' });
  const port = Number(server.url.port);
  const status = (head: string) => statusOf(port, `${head}\r\nConnection: close\r\n\r\n`);
  expect(await status('TRACE /mcp HTTP/1.1\r\nHost: localhost')).toBe(405);
  expect(await status('GET http://evil.example/health HTTP/1.1\r\nHost: localhost')).toBe(400);
  expect(await status('GET /health HTTP/1.1\r\nHost: user@localhost')).toBe(400);
  expect(await status('GET /mcp HTTP/1.1\r\nHost: localhost')).toBe(405);
  expect(await status('GET //evil.example/mcp HTTP/1.1\r\nHost: localhost')).toBe(404);
  expect(await status('GET /health HTTP/1.1\r\nHost: localhost')).toBe(200);
  expect(await endProcess(server.process)).toBe(0);
});

test('a server that cannot start says why', async () => {
  const start = (variables: Record<string, string>) => library.start('dist/http.js', variables);
  await expect(start({ PORT: 'web' })).rejects.toThrow('PORT must be a number');
  await expect(start({ PORT: '0', UPSTREAM_BASE_URL: 'api' })).rejects.toThrow(
    'UPSTREAM_BASE_URL must be an absolute http or https URL',
  );
});

test('the Worker entry answers under its routed host name', async () => {
  const script = `
    import worker from './dist/worker.js';
    const call = (url) => worker.fetch(new Request(url), { MCP_TOKEN: 'secret' });
    const urls = ['https://library.example/health', 'https://library.example/mcp'];
    const responses = await Promise.all(urls.map(call));
    console.log(responses.map((response) => response.status).join(' '));
  `;
  const words = [process.execPath, '--input-type=module', '--eval', script];
  expect(await library.runWith({}, words)).toBe('200 401\n');
});

test('the steps of the Dockerfile give a healthy server', { timeout: STEP_MS }, async () => {
  const stages = await ProjectDirectory.create([]);
  const text = await readFile(join(library.path, 'Dockerfile'), 'utf8');
  const stage = await followDockerfile(text, library.path, stages.path);
  expect(stage.user).toBe('node');
  expect(stage.command).toEqual(['node', 'dist/http.js']);
  const image = ProjectDirectory.at(join(stage.root, stage.workdir));
  const server = await image.start('dist/http.js', {
    ...stage.variables,
    HOST: '127.0.0.1',
    PORT: '0',
  });
  const check = () => image.runWith({ PORT: server.url.port }, stage.healthcheck);
  expect(await check()).toBe('');
  expect(await endProcess(server.process)).toBe(0);
  await expect(check()).rejects.toThrow('failed');
  const compiler = join(image.path, 'node_modules/typescript/package.json');
  await expect(readFile(compiler)).rejects.toThrow('ENOENT');
  await stages.remove();
});

/** Sends raw bytes, which `fetch` would refuse to, and reads the status of what comes back. */
async function statusOf(port: number, request: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.end(request);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Number(Buffer.concat(chunks).toString('latin1').split(' ')[1]);
}

async function importSpec(name: string): Promise<Blueprint> {
  const imported = await importDocument(await readFile(`tests/specs/${name}`, 'utf8'));
  if (!imported.ok) throw new Error(imported.message);
  return imported.value.blueprint;
}

/** Lists the tools and calls the first one that has an example answer. */
async function expectTools(client: Client, blueprint: Blueprint): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toEqual(served(blueprint).map((tool) => tool.name));
  const simple = served(blueprint).find(({ inputSchema, action }) => {
    return action.kind === 'http' && inputSchema['required'] === undefined;
  });
  const [tool, args] = simple === undefined ? ['getBook', { id: 7 }] : [simple.name, {}];
  const result = await client.callTool({ name: tool, arguments: args });
  expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
}

function served(blueprint: Blueprint) {
  return blueprint.tools.filter((tool) => tool.enabled);
}

function secretsOf(blueprint: Blueprint): Record<string, string> {
  return Object.fromEntries(blueprint.secrets.map(({ name }) => [name, 'test-value']));
}

function versionsIn(lock: string): Record<string, string> {
  const { packages }: { packages: Record<string, { version: string }> } = JSON.parse(lock);
  const installed = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'));
  return Object.fromEntries(installed.map(([path, { version }]) => [path, version]));
}
