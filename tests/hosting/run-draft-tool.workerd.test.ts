import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { readDraft } from '#app/drafts/store.server.ts';
import { openArtifact } from '#app/hosting/hosted-artifact.server.ts';
import { createDraftRunner } from '#app/hosting/run-draft-tool.server.ts';
import { createTrace, type AppContext } from '#app/platform/app-context.ts';
import { requireConfig } from '#app/platform/config.ts';
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

test('a host that had its share of requests is not called', async () => {
  const draft = await new Visitor().submit(UPSTREAM_DOCUMENT);
  const asked: string[] = [];
  const full = {
    LIMIT_HOSTS: {
      limit: async ({ key }: { key: string }) => {
        asked.push(key);
        return { success: false };
      },
    },
  };
  const result = await call(draft.id, 'slow', 'test', full);
  expect(asked).toEqual(['upstream.example.net']);
  expect(result.isError).toBe(true);
  expect(JSON.stringify(result)).toMatch(/too often|later/);
});
