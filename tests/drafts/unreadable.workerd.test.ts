import { env } from 'cloudflare:workers';
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';

import { DRAFT_LIFETIME_MS } from '#app/drafts/draft-state.ts';
import { removeDraftsOf } from '#app/drafts/remove-drafts.server.ts';
import {
  applyToDraft,
  readDraft,
  readDraftToServe,
  removeDraft,
} from '#app/drafts/store.server.ts';
import { MessageStore } from '#app/chat/message-store.server.ts';
import { toAutopilotStub } from '#app/autopilot/autopilot-stub.server.ts';
import { randomId } from '#app/platform/ids.ts';

const CONTENT = { blueprint: 'b1', artifact: 'a1', warnings: 'w1' };

function toStub(id: string) {
  return env.DRAFTS.get(env.DRAFTS.idFromName(id));
}

/** A draft whose object starts anew over values that another version of it has stored. */
async function createOver(stored: Record<string, unknown>, owner = 'g'): Promise<string> {
  const id = randomId();
  const event = { kind: 'create', id, owner, isKept: false, content: CONTENT } as const;
  const made = await applyToDraft(env, id, event);
  if (!made.ok) throw new Error(made.reason);
  await runInDurableObject(toStub(id), (_, { storage }) => {
    new MessageStore(storage).create();
    for (const [key, value] of Object.entries(stored)) storage.kv.put(key, value);
  });
  await evictDurableObject(toStub(id));
  return id;
}

function keysOf(id: string): Promise<string[]> {
  return runInDurableObject(toStub(id), (_, { storage }) =>
    [...storage.kv.list()].map(([key]) => key),
  );
}

/** A chat whose turn was cut off. */
const CUT_OFF = {
  title: null,
  messages: [
    { id: 'q', parent: null, role: 'user', at: 1 },
    { id: 'a', parent: 'q', role: 'assistant', at: 1, status: 'running' },
  ],
  leaf: 'a',
  turn: { id: 't', question: 'q', answer: 'a', startedAt: 1 },
  points: [],
};

test('an autopilot run that this version cannot read is dropped, and its draft goes on', async () => {
  const id = await createOver({ autopilot: { goal: 1 } });
  expect(await readDraft(env, id)).toMatchObject({ value: { revision: 1 } });
  expect(await readDraftToServe(env, id, Date.now())).toMatchObject({ ok: true });
  expect(await toAutopilotStub(env, id).readAutopilot()).toBeNull();
  expect(await keysOf(id)).not.toContain('autopilot');
});

test('a run of more rounds than a request may name today is read, and ended', async () => {
  const run = { goal: '', target: 101, maxRounds: 1_000, startedAt: 1, rounds: [] };
  const id = await createOver({ autopilot: { ...run, end: null, note: null } });
  const read = await toAutopilotStub(env, id).readAutopilot();
  expect(read).toMatchObject({ maxRounds: 1_000, end: 'stopped' });
});

test('a credit that this version cannot read is dropped with its turn', async () => {
  const id = await createOver({ chat: CUT_OFF, 'credit:t': { day: 'Monday' } });
  expect(await readDraft(env, id)).toMatchObject({ ok: true });
  expect(await keysOf(id)).not.toContain('credit:t');
});

test('a draft whose chat this version cannot read is served, and can be removed', async () => {
  const id = await createOver({ chat: { title: 1 } });
  expect(await readDraftToServe(env, id, Date.now())).toMatchObject({ ok: true });
  await removeDraft(env, id, 'somebody else');
  expect(await readDraft(env, id)).toMatchObject({ ok: true });
  await removeDraft(env, id, 'g');
  expect(await readDraft(env, id)).toMatchObject({ reason: 'expired' });
  expect(await keysOf(id)).not.toContain('chat');
});

test('a draft whose chat this version cannot read expires', async () => {
  const head = { ...CONTENT, id: 'd', revision: 1, environment: 'mock', owner: 'g', createdAt: 1 };
  const state = { kind: 'live', head: { ...head, expiresAt: 2 } };
  const id = await createOver({ chat: { title: 1 }, state });
  expect(await runDurableObjectAlarm(toStub(id))).toBe(true);
  expect(await keysOf(id)).toEqual(expect.not.arrayContaining(['chat']));
});

test('a draft that this version cannot read is kept until its end, and then goes', async () => {
  const head = { owner: 'g', expiresAt: Date.now() + DRAFT_LIFETIME_MS };
  const id = await createOver({ state: { kind: 'live', head }, autopilot: {} });
  expect(await runDurableObjectAlarm(toStub(id))).toBe(true);
  await runInDurableObject(toStub(id), async (_, { storage }) => {
    expect(storage.kv.get('state')).toMatchObject({ kind: 'live' });
    expect(await storage.getAlarm()).toBe(head.expiresAt);
    storage.kv.put('state', { kind: 'live', head: { ...head, expiresAt: 1 } });
  });
  expect(await runDurableObjectAlarm(toStub(id))).toBe(true);
  expect(await readDraft(env, id)).toMatchObject({ ok: false });
});

test('an account is removed with drafts that this version cannot read', async () => {
  const owner = randomId();
  await createOver({ state: { kind: 'live', head: {} } }, owner);
  await createOver({ chat: [], autopilot: [] }, owner);
  const readable = await createOver({}, owner);
  await removeDraftsOf(env, owner);
  expect(await readDraft(env, readable)).toMatchObject({ reason: 'expired' });
  const rows = env.DB.prepare('select count(*) as n from drafts where owner = ?').bind(owner);
  expect(await rows.first('n')).toBe(0);
});
