import { env } from 'cloudflare:workers';
import { runInDurableObject } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';

import type { ChatPage } from '#app/chat/list/chat-page.ts';
import { toSecretReference } from '#app/platform/credentials/cut-credentials.ts';

import { sha256 } from '#app/platform/sha256.ts';

import { FORMATTED, HARMLESS_TEXTS, NAMED } from '../../setup/credentials.ts';
import { Visitor } from '../../setup/drafts.ts';
import { drain, inRoom, openRoom, prepare, question } from '../../setup/open-room.workerd.ts';
import { getJson, message, newChat, readChunks, say } from '../chat-visitor.ts';
import { scriptedModel } from '../scripted-model.ts';

interface Chat {
  title: string;
  messages: { id: string; role: string; parts: { type: string; text?: string }[] }[];
}

/** The end of a value: whoever stored any of it has that. */
const tailOf = (value: string) =>
  value
    .trim()
    .replace(/-----END[^]*/, '')
    .trim()
    .slice(-14);

/** All that an object has stored, and all that is in the databases and buckets. */
async function readEverything(id: string): Promise<string> {
  const stub = env.DRAFTS.get(env.DRAFTS.idFromName(id));
  const inObject = await runInDurableObject(stub, (_instance, { storage }) => readStorage(storage));
  const tables = await env.DB.prepare(
    `select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' and name not like 'sqlite%'`,
  ).all<{ name: string }>();
  const rows = await Promise.all(
    tables.results.map(({ name }) => env.DB.prepare(`select * from "${name}"`).all()),
  );
  return [inObject, JSON.stringify(rows.map(({ results }) => results)), await readBucket()].join();
}

function readStorage(storage: DurableObjectStorage): string {
  const tables = storage.sql
    .exec<{ name: string }>(`select name from sqlite_master where type = 'table'`)
    .toArray()
    .filter(({ name }) => !name.startsWith('_cf') && !name.startsWith('sqlite'));
  const rows = tables.map(({ name }) => storage.sql.exec(`select * from "${name}"`).toArray());
  return JSON.stringify([rows, [...storage.kv.list()]]);
}

async function readBucket(): Promise<string> {
  const { objects } = await env.BLOBS.list({ limit: 1_000 });
  const texts = objects.map(async ({ key }) => (await env.BLOBS.get(key))?.text());
  return (await Promise.all(texts)).join();
}

function watchLog() {
  const lines: unknown[][] = [];
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...line: unknown[]) => void lines.push(line)),
  );
  return () => {
    for (const spy of spies) spy.mockRestore();
    return JSON.stringify(lines);
  };
}

test('no kind of credential in a message is stored, logged, streamed, forked or shared', async () => {
  const endLog = watchLog();
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const said = [
    ...FORMATTED.map(([, value]) => `Which tools write? The header is ${value} there.`),
    ...NAMED.map(([text]) => text),
  ].join('\n\n');
  const chunks = await say(visitor, id, said);
  await visitor.json('PATCH', `/api/chats/${id}`, {
    title: `Key ${FORMATTED[3]?.[1]}`,
    visibility: 'unlisted',
  });
  const stranger = new Visitor();
  const forked = await stranger.json('POST', `/api/chats/${id}/fork`, {});
  const fork: { id: string } = await forked.json();
  const seen = [
    JSON.stringify(chunks),
    await readEverything(id),
    await readEverything(fork.id),
    JSON.stringify(await getJson<Chat>(stranger, `/api/chats/${id}`)),
    JSON.stringify(await getJson<ChatPage>(visitor, '/api/chats')),
    endLog(),
  ];
  const values = [...FORMATTED, ...NAMED].map(([, value]) => value);
  for (const [place, text] of seen.entries()) {
    for (const value of values)
      expect([place, text.includes(tailOf(value))]).toEqual([place, false]);
  }
  const [asked] = (await getJson<Chat>(visitor, `/api/chats/${id}`)).messages;
  for (const [what, , name] of FORMATTED) {
    expect([what, asked?.parts[0]?.text?.includes(toSecretReference(name).slice(0, -1))]).toEqual([
      what,
      true,
    ]);
  }
});

test('no kind of credential in a message reaches a model', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const model = scriptedModel([]);
    const text = [...FORMATTED.map(([, value]) => value), ...NAMED.map(([said]) => said)].join(
      '\n\n',
    );
    await drain(room.begin(question('q1', text), prepare([], model), 1));
    const prompts = JSON.stringify(model.prompts);
    expect(prompts).toContain('{secret:STRIPE_API_KEY}');
    for (const [, value] of [...FORMATTED, ...NAMED]) expect(prompts).not.toContain(tailOf(value));
  }));

test('messages without a credential are stored as they are', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const text = HARMLESS_TEXTS.join('\n\n');
  await say(visitor, id, text);
  const chat = await getJson<Chat>(visitor, `/api/chats/${id}`);
  expect(chat.messages[0]?.parts).toEqual([{ type: 'text', text }]);
});

const [, STRIPE = ''] = FORMATTED.find(([what]) => what === 'a Stripe key') ?? [];

test('who sends a credential is told how the message was stored', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const turn = await visitor.json(
    'POST',
    `/api/chats/${id}/turns`,
    message('m1', `Use ${STRIPE}.`),
  );
  const chunks = await readChunks(turn);
  expect(chunks[0]).toMatchObject({
    type: 'data-cut',
    data: { message: 'm1', texts: ['Use {secret:STRIPE_API_KEY}.'] },
    transient: true,
  });
  const { messages } = await getJson<Chat>(visitor, `/api/chats/${id}`);
  expect(messages.flatMap(({ parts }) => parts).map(({ type }) => type)).not.toContain('data-cut');
});

test('a credential in an edited message, a file of a message, a goal and a title is cut as well', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await say(visitor, id, 'Which tools write?');
  const url = `data:text/plain;base64,${btoa(`KEY=${STRIPE}`)}`;
  const parts = [
    { type: 'text', text: `Which read? ${STRIPE}` },
    { type: 'file', mediaType: 'text/plain', filename: `${STRIPE}.env`, url },
  ];
  const edited = { message: { id: 'edited', role: 'user', parts }, parent: null };
  await readChunks(await visitor.json('POST', `/api/chats/${id}/turns`, edited));
  await visitor.json('PATCH', `/api/chats/${id}`, { title: `My ${STRIPE}` });
  const begun = await visitor.json('POST', `/api/chats/${id}/autopilot`, {
    goal: `Add a tool that sends ${STRIPE}`,
    target: 90,
    maxRounds: 1,
  });
  expect(begun.status).toBe(201);
  expect(await begun.text()).not.toContain(STRIPE);
  await visitor.json('POST', `/api/chats/${id}/autopilot/stop`, {});
  const everything = await readEverything(id);
  expect(everything).not.toContain(tailOf(STRIPE));
  expect(everything).not.toContain(btoa(STRIPE).slice(4, 20));
  expect(everything).toContain('{secret:STRIPE_API_KEY}');
});

test('what a model says, gives to a tool and is answered holds no credential when it is stored', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const steps = [
      [
        { say: `Your key ${STRIPE.slice(0, 9)}` },
        { say: `It is ${STRIPE}, take care.` },
        { call: 'read_file', input: { path: `src/${STRIPE}.ts` } },
      ],
      [{ say: 'Done.' }],
    ];
    const stream = await drain(room.begin(question('q1'), prepare(steps), 1));
    for (const text of [stream, JSON.stringify(room.read()), readStorage(storage)]) {
      expect(text).not.toContain(tailOf(STRIPE));
    }
    expect(JSON.stringify(room.read())).toContain('It is {secret:STRIPE_API_KEY}, take care.');
  }));

test('the title does not keep a first message that was edited away', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await say(visitor, id, 'Which tools write for Bob Miller?');
  const first = await getJson<Chat>(visitor, `/api/chats/${id}`);
  expect(first.title).toBe('Which tools write for Bob Miller?');
  await say(visitor, id, 'Which tools write?', { parent: null });
  expect((await getJson<Chat>(visitor, `/api/chats/${id}`)).title).toBe('Which tools write?');
  await visitor.json('PATCH', `/api/chats/${id}`, { title: 'Mine' });
  await say(visitor, id, 'Which tools read?', { parent: null });
  expect((await getJson<Chat>(visitor, `/api/chats/${id}`)).title).toBe('Mine');
});

test('a file that holds a credential is refused before any of it is stored', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const text = `STRIPE=${STRIPE}`;
  const hash = await sha256(text);
  const refused = await visitor.fetch(`/api/chats/${id}/attachments/${hash}`, {
    method: 'PUT',
    headers: {
      'content-type': 'text/plain',
      'content-length': String(text.length),
      'x-file-name': 'a.env',
    },
    body: text,
  });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('looks like a Stripe key');
  expect(await readEverything(id)).not.toContain(tailOf(STRIPE));
});
