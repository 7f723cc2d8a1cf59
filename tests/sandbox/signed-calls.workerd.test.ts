import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { makeArtifact } from '#app/blueprint/generate/artifact.ts';
import type { ClientLink, JsonObject } from '#app/runtime/definition.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';
import { callTool } from '#app/sandbox/call-tool.server.ts';
import { createEgress } from '#app/sandbox/egress.server.ts';
import { createRequestRecorder } from '#app/sandbox/request-recorder.ts';

import { callBuilderTool, openWorkspace } from '../builder/tools/open-workspace.ts';
import { SIGNED_AUTH, SIGNED_CREDENTIALS, SignedUpstream } from '../fakes/signed-upstream.ts';

const client: ClientLink = { signal: new AbortController().signal, ...QUIET_CLIENT };

const DECLARED = {
  name: 'add_item',
  description: 'Adds an item. Use it for new items.',
  request: { method: 'POST', url: 'https://api.example.com/v1/lists/{list}/items?dry=true' },
  arguments: [{ name: 'title', type: 'string', required: true }],
};

/** Posts twice, tells all it can see, and tries to find the secret. */
const SOURCE = `export default async (args, context) => {
  const answers = [];
  for (const title of ['a', 'ü']) {
    answers.push(await context.json('api', { path: '/v1/items', query: { at: 'x y' }, body: { title } }));
  }
  return { answers, seen: JSON.stringify([args, Object.keys(context), typeof process === 'undefined' ? null : process.env]) };
};`;

async function openSigned() {
  const workspace = openWorkspace();
  const calls: [string, object][] = [
    ['upsert_tool', DECLARED],
    ['upsert_tool', { name: 'add_two', code: { source: SOURCE }, arguments: [] }],
    ['set_upstream', { auth: SIGNED_AUTH }],
  ];
  for (const [name, input] of calls) {
    expect(await callBuilderTool(workspace, name, input)).toMatchObject({ problems: [] });
  }
  const { blueprint } = workspace;
  const artifact = await makeArtifact(blueprint);
  if (!artifact.ok) throw new Error(artifact.message);
  const { hash, modules } = artifact.value;
  const api = new SignedUpstream();
  const values = new Map(
    blueprint.secrets.map(({ name }) => [
      name,
      name.endsWith('KEY_ID') ? SIGNED_CREDENTIALS.keyId : SIGNED_CREDENTIALS.secret,
    ]),
  );
  const recorder = createRequestRecorder(blueprint.upstreams, 'test');
  const egress = (signal: AbortSignal) =>
    createEgress(
      blueprint,
      {
        environment: 'test',
        secrets: async (name) => values.get(name),
        fetch: async (request) => {
          const { pathname, search } = new URL(request.url);
          const { method, headers } = request;
          const got = { method, path: pathname + search, headers, body: await request.text() };
          const { status, body } = api.answer(got);
          return { ok: true, value: new Response(body, { status }) };
        },
      },
      signal,
    );
  const call = (name: string, args: JsonObject) =>
    callTool(
      {
        kind: 'isolate',
        loader: env.LOADER,
        artifact: { hash, account: 'signed', loadModules: async () => modules },
      },
      { name, arguments: args },
      {
        client,
        createEgress: egress,
        recorder,
        maxResultBytes: 100_000,
      },
    );
  return { api, call, recorder };
}

test('an API that checks signatures takes the requests of declared tools and of code', async () => {
  const { api, call, recorder } = await openSigned();
  const declared = await call('add_item', { list: 'a b', dry: 'true', body: { title: 'Milk' } });
  expect(declared.structuredContent).toMatchObject({ ok: true, body: '{"title":"Milk"}' });
  const coded = await call('add_two', {});
  expect(coded.isError ?? false).toBe(false);
  expect(coded.structuredContent).toMatchObject({
    answers: [
      { ok: true, body: '{"title":"a"}' },
      { ok: true, body: '{"title":"ü"}' },
    ],
  });
  expect(api.got.map(({ path }) => path)).toEqual([
    '/v1/lists/a%20b/items?dry=true',
    '/v1/items?at=x%20y',
    '/v1/items?at=x%20y',
  ]);
  const told = JSON.stringify([declared, coded, recorder.requests]);
  const signatures = api.got.map(({ headers }) => headers.get('authorization')?.split(':')[1]);
  expect(new Set(signatures).size).toBe(3);
  for (const hidden of [...Object.values(SIGNED_CREDENTIALS), ...signatures]) {
    expect(hidden).toMatch(/.{12}/);
    expect(told).not.toContain(hidden);
  }
  expect(recorder.requests[0]?.headers).toMatchObject({
    'X-Time': '{timestamp}',
    Authorization: 'ACME {NEW_SERVER_KEY_ID}:{signature}',
  });
});
