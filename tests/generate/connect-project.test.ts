import { once } from 'node:events';
import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { generate } from '#app/blueprint/generate/generate.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';

import { OAuthServer, type OAuthRegistration } from '../fakes/oauth-server.ts';
import { findFreePort } from '../setup/free-port.ts';
import { libraryBlueprint } from './library-blueprint.ts';
import { endProcess, ProjectDirectory } from './project-directory.ts';

const oauth = new OAuthServer();
let listener: Server;
let id: string;

/** The authorization server and its API, on this machine. */
beforeAll(async () => {
  listener = createServer((request, response) => void answer(request, response));
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  id = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { status, headers, body } = await oauth.answer({
    method: request.method ?? 'GET',
    url: `${id}${request.url}`,
    headers: { get: (name) => String(request.headers[name] ?? '') || null },
    text: async () => Buffer.concat(chunks).toString(),
  });
  response.writeHead(status, headers).end(body);
}

afterAll(() => {
  listener.closeAllConnections();
  listener.close();
});

async function unpack(given: Partial<OAuthRegistration> = {}) {
  const authorizationCode = {
    authorizationUrl: `${id}/authorize`,
    tokenUrl: `${id}/token`,
    scopes: { notes: '' },
  };
  const imported = await importDocument(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Notes', version: '1' },
      servers: [{ url: `${id}/api` }],
      paths: {
        '/notes': { get: { operationId: 'list_notes', responses: { 200: { description: '' } } } },
      },
      security: [{ login: ['notes'] }],
      components: { securitySchemes: { login: { type: 'oauth2', flows: { authorizationCode } } } },
    }),
  );
  if (!imported.ok) throw new Error(imported.message);
  const project = await ProjectDirectory.create(generate(imported.value.blueprint));
  await symlink(resolve('node_modules'), join(project.path, 'node_modules'));
  const port = String(await findFreePort());
  const redirectUris = [`http://127.0.0.1:${port}/callback`];
  const client = oauth.register({ redirectUris, expiresIn: 1, ...given });
  const file = join(project.path, '.env');
  const text = `# mine\nNOTES_LOGIN_CLIENT_ID=${client.id}\nNOTES_LOGIN_CLIENT_SECRET=${client.secret}\n`;
  await writeFile(file, text);
  const readToken = async () =>
    /^NOTES_LOGIN_REFRESH_TOKEN=(.*)$/m.exec(await readFile(file, 'utf8'))?.[1];
  return { project, client, port, file, text, readToken };
}

test('a person connects the project, and it goes on with replaced refresh tokens', async () => {
  const { project, client, port, file, text, readToken } = await unpack();
  const connecting = await project.start('src/connect.ts', { CONNECT_PORT: port });
  const ended = once(connecting.process, 'exit');
  expect(connecting.url.href).toContain('code_challenge_method=S256');
  const foreign = await fetch(`http://127.0.0.1:${port}/callback?code=x&state=y`);
  expect(foreign.status).toBe(404);
  // The browser follows from the API's sign-in to the address on this machine.
  const page = await fetch(connecting.url);
  expect(await page.text()).toBe('You can close this window.');
  expect(await ended).toEqual([0, null]);
  const first = await readToken();
  expect(first).toMatch(/^refresh-/);
  expect(await readFile(file, 'utf8')).toBe(`${text}NOTES_LOGIN_REFRESH_TOKEN=${first}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const servers = await Promise.all([
    project.start('src/http.ts', { PORT: '0' }),
    project.start('src/http.ts', { PORT: '0' }),
  ]);
  for (const server of [...servers, ...servers]) {
    const caller = new Client({ name: 'test', version: '1.0.0' });
    await caller.connect(new StreamableHTTPClientTransport(server.url));
    const result = await caller.callTool({ name: 'list_notes', arguments: {} });
    expect(JSON.stringify(result)).toContain('/api/notes');
    await caller.close();
  }
  const last = await readToken();
  expect(last).toMatch(/^refresh-/);
  expect(last).not.toBe(first);
  const asked = oauth.asked.filter((each) => each.client === client.id);
  expect(asked.map(({ error }) => error)).toEqual(asked.map(() => null));
  await Promise.all(servers.map(({ process }) => endProcess(process)));
  await project.remove();
});

test('a permission that is not given ends with the reason, and changes nothing', async () => {
  const { project, port, file, text } = await unpack({ decision: 'deny' });
  const connecting = await project.start('src/connect.ts', { CONNECT_PORT: port });
  const ended = once(connecting.process, 'exit');
  expect(await (await fetch(connecting.url)).text()).toBe('Nothing was connected.');
  expect(await ended).toEqual([1, null]);
  expect(await readFile(file, 'utf8')).toBe(text);
  await project.remove();
});

test('a project whose API gives tokens passes its own tests without asking for one', async () => {
  const { project } = await unpack();
  const before = oauth.asked.length;
  await project.runWith({}, [process.execPath, '--test', 'tests/http.test.ts']);
  expect(oauth.asked).toHaveLength(before);
  await project.remove();
});

test('only a project that needs it has the command, and its README explains it', async () => {
  const { project } = await unpack();
  const readme = await readFile(join(project.path, 'README.md'), 'utf8');
  expect(readme).toContain('npm run connect');
  expect(readme).toContain('`NOTES_LOGIN_REFRESH_TOKEN`');
  expect(await readFile(join(project.path, 'package.json'), 'utf8')).toContain('dist/connect.js');
  const paths = generate(libraryBlueprint).map(({ path }) => path);
  expect(paths).not.toContain('src/connect.ts');
  await project.remove();
});
