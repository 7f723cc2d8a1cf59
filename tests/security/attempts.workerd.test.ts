import { exports } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';

import type { DraftView } from '#app/drafts/draft.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { Browser, newUid, SITE } from '../setup/browser.workerd.ts';
import { callMcpTool, Visitor } from '../setup/drafts.ts';
import { unpackZip } from '../setup/unpack-zip.ts';
import { FORGERIES, GUEST_COOKIES, SESSION_THEFTS } from './identity-attempts.ts';
import { UPSTREAMS, URL_IMPORTS } from './outbound-attempts.ts';
import { SURFACES } from './surfaces.ts';

const SECRET = 'open-sesame-4711-xyz';

/** A private server of a guest over https. */
async function openServer(guest: Browser): Promise<DraftView & { token: string }> {
  const body = JSON.stringify(UPSTREAM_DOCUMENT);
  const answer = await guest.fetch('/api/drafts', { method: 'POST', body });
  expect(answer.status).toBe(201);
  return answer.json();
}

async function setSecret(visitor: Visitor, { id, secrets }: DraftView): Promise<void> {
  const path = `/api/drafts/${id}/secrets/${secrets[0]?.name}`;
  expect((await visitor.json('PUT', path, { value: SECRET })).status).toBe(200);
}

const partsOf = (guest: Browser) => (guest.cookies.get('__Host-guest') ?? '').split('.');

test.each(URL_IMPORTS)('a document at %s is not fetched', async (url) => {
  const answer = await new Visitor().json('POST', '/api/drafts', { url });
  const { detail, status } = await answer.json<{ detail: string; status: number }>();
  expect([status, detail]).toEqual([422, expect.stringMatching(/.{20,}\./)]);
});

describe('an API that is somewhere inside', () => {
  const visitor = new Visitor();
  let draft: DraftView & { token: string };
  beforeAll(async () => {
    draft = await visitor.submit(UPSTREAM_DOCUMENT);
    await setSecret(visitor, draft);
    await visitor.change(draft, { environment: 'test' });
  });

  test.each(UPSTREAMS)('at %s gets no call and no secret', async (baseUrl) => {
    const path = `/api/drafts/${draft.id}`;
    const etag = (await visitor.fetch(path)).headers.get('etag') ?? '';
    const edits = [{ edit: 'setUpstream', id: draft.blueprint.upstreams[0]?.id, baseUrl }];
    const edited = await visitor.json('PATCH', path, { edits }, { 'if-match': etag });
    if (edited.status !== 200) return expect([400, 422]).toContain(edited.status);
    const result = await callMcpTool(draft.endpoint, 'echo', {}, draft.token);
    expect(result.isError, JSON.stringify(result)).toBe(true);
    expect(JSON.stringify(result)).not.toContain(SECRET);
  });
});

describe('a cookie of a guest that is forged with', () => {
  const [owner, forger] = [new Browser(), new Browser()];
  let id: string;
  beforeAll(async () => {
    ({ id } = await openServer(owner));
    await openServer(forger);
  });

  test.each(GUEST_COOKIES)('%s opens nothing', async (_, forge) => {
    const [ownId = '', time = '', signature = ''] = partsOf(forger);
    const thief = new Browser();
    const forged = forge({ id: ownId, time, signature }, partsOf(owner)[0] ?? '');
    thief.cookies.set('__Host-guest', forged);
    expect((await thief.fetch(`/api/chats/${id}`)).status).toBe(404);
    expect((await owner.fetch(`/api/chats/${id}`)).status).toBe(200);
  });
});

test.each(SESSION_THEFTS)('the session of another %s signs nobody in', async (_, steal) => {
  const owner = new Browser();
  await owner.signIn({ sub: newUid() });
  const [cookie] = [...owner.cookies].filter(([name]) => /session/.test(name));
  if (!cookie) throw new Error('Somebody who is signed in has a session.');
  const { headers = {}, query = '' } = steal(...cookie);
  const answer = await new Browser().fetch(`/api/sessions${query}`, { headers });
  expect(answer.status).toBe(401);
  expect((await owner.fetch('/api/sessions')).status).toBe(200);
});

describe('a request of another site', () => {
  const visitor = new Browser();
  let draft: DraftView;
  beforeAll(async () => {
    draft = await openServer(visitor);
  });

  test.each(FORGERIES)('does nothing: $method $path', async ({ method, path, headers }) => {
    const request = new Request(SITE + path.replace(':id', draft.id), {
      method,
      headers: { cookie: visitor.cookieHeader, 'cf-connecting-ip': visitor.address, ...headers },
      ...(method === 'DELETE' ? {} : { body: '{}' }),
    });
    expect((await exports.default.fetch(request)).status).toBe(403);
    const kept: DraftView = await (await visitor.fetch(`/api/drafts/${draft.id}`)).json();
    expect([kept.revision, kept.visibility]).toEqual([draft.revision, 'private']);
  });
});

test('a secret that was set is read nowhere, not in the archive, and not in the chat', async () => {
  const visitor = new Visitor();
  const draft = await visitor.submit(UPSTREAM_DOCUMENT);
  const path = `/api/drafts/${draft.id}`;
  await setSecret(visitor, draft);
  await visitor.change(draft, { environment: 'test' });
  const result = await callMcpTool(draft.endpoint, 'echo', {}, draft.token);
  // It was sent, and came back blanked.
  expect(result.isError, JSON.stringify(result)).not.toBe(true);
  expect(JSON.stringify(result)).not.toContain(SECRET);
  const message = { id: 'm', role: 'user', parts: [{ type: 'text', text: 'Which tools write?' }] };
  const said = await visitor.json('POST', `/api/chats/${draft.id}/turns`, { message });
  expect(await said.text()).not.toContain(SECRET);
  for (const surface of SURFACES) {
    const answer = await visitor.fetch(`/api/${surface.replace(':id', draft.id)}`);
    expect([surface, answer.status]).toEqual([surface, 200]);
    expect(await answer.text(), surface).not.toContain(SECRET);
  }
  const zip = await (await visitor.fetch(`${path}/files.zip`)).arrayBuffer();
  expect(JSON.stringify(unpackZip(new Uint8Array(zip)))).not.toContain(SECRET);
});
