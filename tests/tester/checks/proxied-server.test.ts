import { afterAll, beforeAll, expect, test } from 'vitest';

import { applyEdits } from '#app/blueprint/edits.ts';
import { toProxyPlan } from '#app/blueprint/proxy/to-proxy-plan.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { createConnection } from '#app/mcp-client/create-connection.ts';

import { serveProject, type RunningServer } from '../../conformance/serve-project.ts';
import { makeTarget } from '../../mcp-client/make-target.ts';
import { serveHttp, type TestServer } from '../servers/serve-http.ts';
import { startEverything } from '../servers/start-everything.ts';
import { serveInProcess } from './serve-in-process.ts';
import { withFault } from './broken-servers.ts';

/** Compiles a project. */
const STEP_MS = 120_000;
const TOKEN = 'a-token-of-the-other-server';

let everything: TestServer;
let guarded: TestServer;
beforeAll(async () => {
  const answer = serveInProcess(undefined, '127.0.0.1');
  guarded = await serveHttp(
    withFault(answer, ({ request }) =>
      request.headers.get('authorization') === `Bearer ${TOKEN}`
        ? null
        : new Response('Who?', { status: 401 }),
    ),
  );
  everything = await startEverything();
});
afterAll(() => Promise.all([everything.stop(), guarded.stop()]));

async function open(url: string, token?: string): Promise<ServerConnection> {
  const auth = token === undefined ? {} : { auth: { kind: 'bearer' as const, token } };
  const connection = createConnection(makeTarget(url, auth));
  expect(await connection.connect()).toMatchObject({ ok: true });
  return connection;
}

/** Exports a server whose tools are all those of another one, and runs it. */
async function exportProxy(
  connection: ServerConnection,
  variables: Record<string, string>,
): Promise<RunningServer> {
  const listed = await connection.listAll('tools/list');
  const { auth, url } = connection.target;
  const { edits, secrets } = toProxyPlan({
    url,
    title: 'The other server',
    instructions: null,
    tools: listed.ok ? listed.value : [],
    credentials: auth.kind === 'bearer' ? [{ header: 'authorization', isBearer: true }] : [],
  });
  expect(secrets.map(({ name }) => name)).toEqual(Object.keys(variables));
  const edited = applyEdits(BLANK_BLUEPRINT, edits);
  if (!edited.ok) throw new Error(JSON.stringify(edited.problems));
  return serveProject(edited.value, variables);
}

test(
  'calls of an exported server go through to the reference server, in its era with sessions',
  { timeout: STEP_MS },
  async () => {
    const theirs = await open(everything.url);
    const proxy = await exportProxy(theirs, {});
    const ours = await open(proxy.url);
    const [own, other] = [await ours.listAll('tools/list'), await theirs.listAll('tools/list')];
    const names = (list: typeof own) => list.ok && list.value.map((tool) => tool['name']);
    expect(names(own)).toEqual(names(other));
    const call = { name: 'echo', arguments: { message: 'hello' } };
    expect(await ours.request('tools/call', call)).toMatchObject({
      ok: true,
      value: { content: [{ type: 'text', text: 'Echo: hello' }] },
    });
    const image = await ours.request('tools/call', { name: 'get-tiny-image', arguments: {} });
    expect(image).toMatchObject({
      value: { content: expect.arrayContaining([expect.objectContaining({ type: 'image' })]) },
    });
    await Promise.all([ours.close(), theirs.close()]);
    await proxy.close();
  },
);

test(
  'the credential of the other server is a secret of the exported one',
  { timeout: STEP_MS },
  async () => {
    const theirs = await open(guarded.url, TOKEN);
    const call = { name: 'get_word', arguments: { language: 'en' } };
    const proxy = await exportProxy(theirs, { SERVER_TOKEN: TOKEN });
    const ours = await open(proxy.url);
    expect(await ours.request('tools/call', call)).toMatchObject({
      value: { structuredContent: { word: 'hello' } },
    });
    await proxy.close();
  },
);
