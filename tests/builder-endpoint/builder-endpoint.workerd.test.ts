import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { KeyHolder } from '../management/key-holder.workerd.ts';
import { ProjectOwner } from '../projects/project-owner.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';
import { ERAS, type Era } from '../setup/connect-client.ts';
import { modernRequest } from '../setup/modern-request.ts';

const ADDRESS = new URL(`${SITE}/mcp`);

/** The official client, connected to the builder with a key. */
async function connect(token: string, era: Era = 'modern'): Promise<Client> {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(ADDRESS, {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: (url, init) => exports.default.fetch(new Request(url, init)),
  });
  await client.connect(transport);
  return client;
}

const Opened = z.object({ draft: z.string(), toolNames: z.array(z.string()), chat: z.string() });
const Saved = z.object({ project: z.object({ id: z.string(), endpoint: z.string() }) });

/** Calls a tool, which has to succeed, and returns its values. */
async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: given });
  expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
  return result.structuredContent;
}

/** Calls a tool, which has to refuse, and returns why. */
async function refusal(client: Client, name: string, given: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: given });
  expect(result.isError).toBe(true);
  return JSON.stringify(result.content);
}

test.for(ERAS)(
  'an agent imports, changes, checks, saves and publishes a server (%s)',
  { timeout: 60_000 },
  async (era) => {
    const owner = await ProjectOwner.signIn();
    const agent = await connect((await KeyHolder.of(owner)).token, era);
    expect(agent.getInstructions()).toContain('create_draft');
    const document = JSON.stringify(UPSTREAM_DOCUMENT);
    const { draft, toolNames } = Opened.parse(await call(agent, 'create_draft', { document }));
    const [tool = '', other = ''] = toolNames;

    const renamed = await call(agent, 'rename_tool', {
      draft,
      renames: [{ from: tool, to: 'first_tool' }],
    });
    expect(renamed).toMatchObject({ revision: 2 });
    await call(agent, 'remove_tool', { draft, names: [other] });
    const read = JSON.stringify(await call(agent, 'read_blueprint', { draft }));
    expect(read).toContain('first_tool');
    const report = await call(agent, 'run_checks', { draft });
    expect(report).toMatchObject({ verdict: expect.any(String) });

    await call(agent, 'restore', { draft, point: 1 });
    const back = JSON.stringify(await call(agent, 'read_blueprint', { draft }));
    expect(back).toContain(other);

    const saved = Saved.parse(await call(agent, 'save_version', { draft, title: 'By an agent' }));
    const published = await call(agent, 'publish_version', {
      project: saved.project.id,
      version: 1,
    });
    expect(published).toMatchObject({ published: { version: 1 } });
    const health = await owner.browser.fetch(`${saved.project.endpoint}/health`);
    expect(await health.json()).toEqual({ status: 'ok', version: 1 });
    expect(await call(agent, 'list_projects')).toMatchObject({
      projects: [{ id: saved.project.id, title: 'By an agent' }],
    });
    await agent.close();
  },
);

test('a tool of a draft is called on the mock upstream, and its requests are shown', async () => {
  const owner = await ProjectOwner.signIn();
  const agent = await connect((await KeyHolder.of(owner)).token);
  const document = JSON.stringify(UPSTREAM_DOCUMENT);
  const { draft, toolNames } = Opened.parse(await call(agent, 'create_draft', { document }));
  const [first] = Object.keys(UPSTREAM_DOCUMENT.paths);
  const called = await call(agent, 'call_tool', { draft, name: toolNames[0] });
  expect(called).toMatchObject({ upstream: 'mock', failed: false });
  expect(JSON.stringify(called)).toContain(first);
  expect(await call(agent, 'list_drafts')).toMatchObject({ drafts: [{ id: draft }] });
  // What cannot be done is said, and nothing changes.
  const wrong = await refusal(agent, 'upsert_tool', { draft, tool: { name: '' } });
  expect(wrong).not.toBe('');
  const unchanged = await owner.ask<{ revision: number }>('GET', `/api/drafts/${draft}`);
  expect(unchanged.revision).toBe(1);
});

test('a saved server is opened, changed and saved as its next version, unless somebody was faster', async () => {
  const owner = await ProjectOwner.signIn();
  const key = await KeyHolder.of(owner);
  const agent = await connect(key.token);
  const { id: project } = await owner.saveProject(await owner.draft());
  const open = async () => Opened.parse(await call(agent, 'open_project', { project }));
  const [mine, late] = [await open(), await open()];
  const [tool] = mine.toolNames;
  const renames = [{ from: tool, to: 'renamed_by_agent' }];
  await call(agent, 'rename_tool', { draft: mine.draft, renames });
  const saved = await call(agent, 'save_version', { draft: mine.draft, message: 'A better name' });
  expect(saved).toMatchObject({ project, isNew: true, version: { number: 2 } });
  const compared = await call(agent, 'compare_versions', { project, from: 1, version: 2 });
  expect(JSON.stringify(compared)).toContain('renamed_by_agent');

  await call(agent, 'remove_tool', { draft: late.draft, names: [late.toolNames[1]] });
  const conflict = await refusal(agent, 'save_version', { draft: late.draft });
  expect(conflict).toContain('Version 2 was saved in the meantime');
  expect(await refusal(agent, 'publish_version', { project, version: 9 })).toContain(
    'no version 9',
  );
});

test('a key reaches no draft of others, and one of chosen projects only what was opened from them', async () => {
  const [owner, other] = [await ProjectOwner.signIn(), await ProjectOwner.signIn()];
  const agent = await connect((await KeyHolder.of(owner)).token);
  const { draft } = Opened.parse(await call(agent, 'create_draft', { title: 'Mine' }));
  const { id: project } = await owner.saveProject(await owner.draft());

  const stranger = await connect((await KeyHolder.of(other)).token);
  for (const name of ['read_blueprint', 'run_checks', 'save_version']) {
    expect(await refusal(stranger, name, { draft })).toContain('no such draft');
  }
  expect(await refusal(stranger, 'call_tool', { draft, name: 'any' })).toContain('no such draft');
  expect(await refusal(stranger, 'open_project', { project })).toContain('no such project');
  expect(await call(stranger, 'list_drafts')).toEqual({ drafts: [] });

  const narrow = await connect((await KeyHolder.of(owner, { projects: [project] })).token);
  expect(await refusal(narrow, 'read_blueprint', { draft })).toContain('no such draft');
  expect(await refusal(narrow, 'create_draft', { title: 'Another' })).toContain('chosen projects');
  const opened = Opened.parse(await call(narrow, 'open_project', { project }));
  await call(narrow, 'read_blueprint', { draft: opened.draft });
});

test('without a key that may manage nothing is answered, cookies or not', async () => {
  const owner = await ProjectOwner.signIn();
  const calls = await KeyHolder.of(owner, { mayManage: false });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const send = (headers: Record<string, string>) =>
    owner.browser.fetch('/mcp', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    });
  const open = await send({});
  expect(open.status).toBe(401);
  expect(open.headers.get('www-authenticate')).toContain('Bearer');
  expect((await send({ authorization: 'Bearer mcpb_live_wrong' })).status).toBe(401);
  expect((await send({ authorization: `Bearer ${calls.token}` })).status).toBe(403);
});

test('a client in a browser of another site calls with a key, and reads why it is refused', async () => {
  const owner = await ProjectOwner.signIn();
  const key = await KeyHolder.of(owner);
  const send = (more: Record<string, string>) => {
    const made = modernRequest('tools/call', { name: 'list_drafts', arguments: {} });
    const headers = new Headers(made.headers);
    headers.set('origin', 'https://client.example');
    for (const [name, value] of Object.entries(more)) headers.set(name, value);
    return exports.default.fetch(
      new Request(ADDRESS, { method: 'POST', headers, body: made.body }),
    );
  };
  const answered = await send({ authorization: `Bearer ${key.token}` });
  expect(answered.status).toBe(200);
  expect(answered.headers.get('access-control-allow-origin')).toBe('https://client.example');
  const refused = await send({});
  expect(refused.status).toBe(401);
  expect(refused.headers.get('access-control-allow-origin')).toBe('https://client.example');
});
