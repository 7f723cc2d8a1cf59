import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { claimDrafts } from '#app/drafts/claim-drafts.server.ts';
import { readDraft } from '#app/drafts/store.server.ts';
import { openArtifact } from '#app/hosting/hosted-artifact.server.ts';
import { createDraftRunner } from '#app/hosting/run-draft-tool.server.ts';
import { createTrace, type AppContext } from '#app/platform/app-context.ts';
import { requireConfig } from '#app/platform/config.ts';
import { randomId } from '#app/platform/ids.ts';
import type { ClientLink, ToolResult } from '#app/runtime/definition.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { ORIGIN, Visitor } from '../setup/drafts.ts';

const client: ClientLink = {
  signal: new AbortController().signal,
  ...QUIET_CLIENT,
};

/** A request's context with some of the bindings changed. */
function appWith(changes: object): AppContext {
  const config = requireConfig(env);
  return {
    ...createTrace(),
    env: { ...env, ...changes },
    config,
    origin: ORIGIN,
    waitUntil: () => {},
  };
}

async function call(
  id: string,
  name: string,
  environment: 'mock' | 'test',
  changes: object,
): Promise<ToolResult> {
  const head = await readDraft(env, id);
  if (!head.ok) throw new Error(head.reason);
  const artifact = openArtifact(env, head.value);
  const run = createDraftRunner(appWith(changes), head.value, artifact, environment);
  return run({ name, arguments: {} }, client);
}

const CODE_TOOL = {
  name: 'mine',
  enabled: true,
  inputSchema: { type: 'object' },
  action: { kind: 'code', source: 'export default () => "ran";' },
};

test('without a loader, tools without code answer and code is refused with the reason', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  await maker.change(draft, { edits: [{ edit: 'upsertTool', tool: CODE_TOOL }] });
  const without = { LOADER: undefined };
  const answer = await call(draft.id, 'echo', 'mock', without);
  expect(answer).toMatchObject({ structuredContent: { mocked: 'echo' } });
  const refused = await call(draft.id, 'mine', 'mock', without);
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused)).toContain('no sandbox');
  expect(JSON.stringify(await call(draft.id, 'mine', 'mock', {}))).toContain('ran');
});

/** Counts until a key has had its share. */
async function useUp(limit: RateLimit, key: string): Promise<void> {
  for (let count = 0; count < 20_000; count += 1) {
    if (!(await limit.limit({ key })).success) return;
  }
}

async function ownerOf(id: string): Promise<string> {
  const head = await readDraft(env, id);
  if (!head.ok) throw new Error(head.reason);
  return head.value.owner;
}

test('an owner who calls a host too often keeps no other from it', async () => {
  const [greedy, other] = [new Visitor(), new Visitor()];
  const [first, second] = [
    await greedy.submit(UPSTREAM_DOCUMENT),
    await greedy.submit(UPSTREAM_DOCUMENT),
  ];
  const theirs = await other.submit(UPSTREAM_DOCUMENT);
  await useUp(env.LIMIT_HOSTS, `${await ownerOf(first.id)}|upstream.example.net`);
  for (const { id } of [first, second]) {
    const refused = await call(id, 'page', 'test', {});
    expect(JSON.stringify(refused)).toMatch(/too often|later/);
  }
  expect(JSON.stringify(await call(theirs.id, 'page', 'test', {}))).not.toMatch(/too often|later/);
});

test('all guests together spare a host, and keep no account from it', async () => {
  const guest = await new Visitor().submit(UPSTREAM_DOCUMENT);
  const kept = await new Visitor().submit(UPSTREAM_DOCUMENT);
  const account = randomId();
  await claimDrafts(env, await ownerOf(kept.id), account);
  const asked: string[] = [];
  const LIMIT_ALL_HOSTS = {
    limit: async ({ key }: { key: string }) => {
      asked.push(key);
      return { success: !key.startsWith('guests|') };
    },
  };
  const full = { LIMIT_ALL_HOSTS };
  expect(JSON.stringify(await call(guest.id, 'page', 'test', full))).toMatch(/too often|later/);
  const answered = await call(kept.id, 'page', 'test', full);
  expect(JSON.stringify(answered)).not.toMatch(/too often|later/);
  expect(asked).toEqual(['guests|upstream.example.net', 'accounts|upstream.example.net']);
});
