import type { UIMessage } from 'ai';
import { expect, test } from 'vitest';

import type { EndedTurn } from '#app/chat/turns/turn-hooks.ts';
import { ChatStore } from '#app/chat/chat-store.server.ts';

import { Visitor } from '../setup/drafts.ts';
import {
  BUDGET,
  drain,
  inRoom,
  openRoom,
  prepare,
  question,
  textOf,
} from '../setup/open-room.workerd.ts';
import { getJson, message, newChat, say } from './chat-visitor.ts';
import { scriptedModel, type Line } from './scripted-model.ts';

const BIG_ANSWER = {
  runTool: () =>
    Promise.resolve({ content: [{ type: 'text' as const, text: 'x'.repeat(10_000_000) }] }),
};

interface Chat {
  messages: (UIMessage & { metadata: { status?: string } })[];
  isRunning: boolean;
}

test.each([
  ['a megabyte', 'a'.repeat(1_048_576)],
  ['NUL and control characters', 'a\u0000b\u0007\u001b[2Jc'],
  ['half a character', 'a\ud800b'],
  ['every kind of quote', `'; DROP TABLE message_rows; --"\`\\`],
])('%s is taken as it is, answered, and still there afterwards', async (_what, text) => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const chunks = await say(visitor, id, text);
  expect(chunks.at(-1)).toMatchObject({ type: 'message-metadata' });
  const { messages } = await getJson<Chat>(visitor, `/api/chats/${id}`);
  expect(messages).toHaveLength(2);
  // JSON on the wire knows no half characters; nothing else may differ.
  expect(messages[0] && textOf(messages[0]).toWellFormed()).toBe(text.toWellFormed());
  expect(messages[1]?.metadata.status).toBe('done');
});

test('of 200 messages in a minute those above the rate are refused, and say when to come back', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const send = async () => {
    const turn = await visitor.json('POST', `/api/chats/${id}/turns`, message('same', 'hello'));
    await turn.text();
    return turn;
  };
  const turns = [await send(), ...(await Promise.all(Array.from({ length: 199 }, send)))];
  const statuses = turns.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  const refused = turns.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(100);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a turn that ends with its budget has a summary, is marked so, and goes on when it is asked to', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const endless = Array.from({ length: 9 }, (): Line[] => [
      { call: 'read_blueprint', input: {} },
    ]);
    const stream = await drain(room.begin(question('q1'), prepare(endless), 1));
    expect(stream.match(/"type":"start-step"/g)).toHaveLength(BUDGET.steps);
    expect(stream.match(/"type":"data-usage"/g)).toHaveLength(BUDGET.steps);
    expect(stream).toContain('out of budget after 6 of 6 steps');
    expect(stream).toContain('"messageMetadata":{"status":"spent"}');
    const again = scriptedModel([[{ say: 'And on.' }]]);
    await drain(
      room.begin({ kind: 'continue', turn: 't2', answer: 'answer to q1' }, prepare([], again), 2),
    );
    const { messages } = room.read();
    expect(messages).toHaveLength(2);
    expect(messages[1]).toMatchObject({ id: 'answer to q1', metadata: { status: 'done' } });
    expect(messages[1] && textOf(messages[1])).toMatch(/out of budget.*And on\.$/);
    // The model got the half answer, and was not left to finish it without being asked.
    const prompt = JSON.stringify(again.prompts[0]);
    expect(prompt).toContain('out of budget');
    expect(prompt).toContain('Go on where it ends');
  }));

test('a tool that answers 10 MB is cut for the model, and the turn goes on', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const model = scriptedModel([[{ call: 'run_tool', input: { name: 'big' } }], [{ say: 'ok' }]]);
    await drain(room.begin(question('q1'), prepare([], model, { ports: BIG_ANSWER }), 1));
    const { messages } = room.read();
    expect(messages[1]?.metadata).toMatchObject({ status: 'done' });
    expect(JSON.stringify(messages).length).toBeLessThan(100_000);
    expect(JSON.stringify(model.prompts.at(-1)).length).toBeLessThan(100_000);
  }));

test('what is larger than a row of the storage is kept in several, in both halves of a turn', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const asked = `${'ü'.repeat(1_500_000)}😀end`;
    const said = `${'漢'.repeat(1_200_000)}end`;
    await drain(room.begin(question('q1', asked), prepare([[{ say: said }]]), 1));
    expect(openRoom(storage).read().messages.map(textOf)).toEqual([asked, said]);
  }));

/** A storage that is full from the chosen write on, until it is given room again. */
function fillUp(storage: DurableObjectStorage) {
  const state = { isFull: false, writes: 0, fullAt: Infinity };
  const check = () => {
    state.writes += 1;
    if (state.isFull || state.writes > state.fullAt) {
      throw new Error('database or disk is full: SQLITE_FULL');
    }
  };
  const sql = new Proxy(storage.sql, {
    get: (target, name) => {
      if (name !== 'exec') return Reflect.get(target, name);
      return (query: string, ...values: (string | number | null)[]) => {
        if (/^\s*INSERT/i.test(query)) check();
        return target.exec(query, ...values);
      };
    },
  });
  const full = {
    sql,
    kv: storage.kv,
    transactionSync: <Value>(work: () => Value) => storage.transactionSync(work),
  };
  return { full, state };
}

test('a message that the storage cannot take is refused, and leaves nothing', () =>
  inRoom(async (storage) => {
    const { full, state } = fillUp(storage);
    const room = openRoom(full);
    state.isFull = true;
    const refused = room.begin(question('q1'), prepare([[{ say: 'Hi.' }]]), 1);
    expect(refused).toMatchObject({ ok: false, reason: 'storageFull' });
    expect(room.read()).toMatchObject({ messages: [], isRunning: false });
    state.isFull = false;
    await drain(room.begin(question('q1'), prepare([[{ say: 'Hi.' }]]), 2));
    expect(room.read().messages.map(textOf)).toEqual(['Hello', 'Hi.']);
  }));

test.each([2, 3, 5, 7])(
  'a storage that is full at write %i ends the turn with a reason, and the next one is taken',
  (fullAt) =>
    inRoom(async (storage) => {
      const { full, state } = fillUp(storage);
      const room = openRoom(full);
      state.fullAt = fullAt;
      const steps: Line[][] = [[{ say: 'one ' }, { say: 'two ' }, { say: 'three' }]];
      const stream = await drain(room.begin(question('q1'), prepare(steps), 1));
      expect(stream).toContain('storage of this chat is full');
      expect(stream).toContain('fork this one at an earlier message');
      expect(stream).toMatch(/data: \[DONE\]\n\n$/);
      expect(room.isRunning).toBe(false);
      state.fullAt = Infinity;
      await room.wake(2);
      await drain(room.begin(question('q2'), prepare([[{ say: 'fine' }]]), 3));
      const texts = room.read().messages.map(textOf);
      expect(texts[0]).toBe('Hello');
      expect(texts.at(-1)).toBe('fine');
    }),
);

test('a turn whose end cannot be stored is found at the next look, and known to be in vain', () =>
  inRoom(async (storage) => {
    let isFull = false;
    const kv = new Proxy(storage.kv, {
      get: (target, name) => {
        if (name === 'put' && isFull) throw new Error('database or disk is full: SQLITE_FULL');
        return Reflect.get(target, name).bind(target);
      },
    });
    const ends: EndedTurn[] = [];
    const note = (end: EndedTurn) => Promise.resolve(void ends.push(end));
    const room = openRoom(storage, note, new ChatStore({ kv }));
    const begun = room.begin(question('q1'), prepare([[{ fail: new Error('down') }]]), 1);
    isFull = true;
    expect(await drain(begun)).toMatch(/data: \[DONE\]\n\n$/);
    expect(ends).toEqual([]);
    isFull = false;
    expect(await room.wake(2)).toMatchObject({ id: 'turn of q1', answer: 'answer to q1' });
    expect(room.isEmpty('answer to q1')).toBe(true);
    expect(await room.wake(3)).toBeNull();
  }));

test('who listens and never reads holds nobody up', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const steps = [Array.from({ length: 300 }, (_, n): Line => ({ say: `${n} ` }))];
    const begun = room.begin(question('q1'), prepare(steps), 1);
    const idle = room.listen(0);
    const reading = room.listen(0);
    if (!begun.ok || idle === null || reading === null) throw new Error('Nothing runs.');
    expect(await new Response(reading).text()).toContain('299 ');
    expect(room.isRunning).toBe(false);
    // And whoever begins to read afterwards still gets every line.
    const late = await new Response(idle).text();
    const numbers = [...late.matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(late).toMatch(/data: \[DONE\]\n\n$/);
    await begun.value.cancel();
  }));

test('an edit that had not become the draft when its object was killed is not told as done', () =>
  inRoom(async (storage) => {
    const never = new Promise<never>(() => undefined);
    let settled = 0;
    const settle = () => ((settled += 1) === 1 ? Promise.resolve([]) : never);
    const tool = (name: string) => ({
      call: 'upsert_resource',
      input: { name, uri: `docs://${name}`, text: 'Hours' },
    });
    const killed = openRoom(storage);
    const begun = killed.begin(
      question('q1'),
      prepare([[tool('kept')], [tool('lost')]], undefined, { ports: { settle } }),
      1,
    );
    if (!begun.ok) throw new Error('Nothing runs.');
    const reader = begun.value.pipeThrough(new TextDecoderStream()).getReader();
    const count = (text: string) => text.split('tool-output-available').length - 1;
    for (let seen = ''; count(seen) < 2;) seen += (await reader.read()).value ?? '';
    const woken = openRoom(storage);
    await woken.wake(2);
    const parts = woken.read().messages[1]?.parts.filter(({ type }) => type.startsWith('tool-'));
    expect(parts).toMatchObject([
      { state: 'output-available', input: { name: 'kept' } },
      { state: 'input-available', input: { name: 'lost' } },
    ]);
    // The model is asked to go on without an answer of that call, and makes it again.
    const model = scriptedModel([[{ say: 'On.' }]]);
    const ask = { kind: 'continue', turn: 't2', answer: 'answer to q1' } as const;
    await drain(woken.begin(ask, prepare([], model), 3));
    expect(JSON.stringify(model.prompts)).toContain('docs://kept');
    expect(JSON.stringify(model.prompts)).not.toContain('docs://lost');
  }));

test('an object that was killed in the middle of a turn keeps what was said, and goes on', () =>
  inRoom(async (storage) => {
    const never = new Promise<never>(() => undefined);
    const killed = openRoom(storage);
    const begun = killed.begin(question('q1'), prepare([[{ say: 'half' }, { wait: never }]]), 1);
    if (!begun.ok) throw new Error('Nothing runs.');
    const reader = begun.value.pipeThrough(new TextDecoderStream()).getReader();
    for (let seen = ''; !seen.includes('half');) seen += (await reader.read()).value ?? '';
    const woken = openRoom(storage);
    expect(await woken.wake(2)).toMatchObject({ answer: 'answer to q1' });
    expect(woken.read().messages[1]?.metadata).toMatchObject({ status: 'interrupted' });
    const again = prepare([[{ say: ' and half' }]]);
    await drain(woken.begin({ kind: 'continue', turn: 't2', answer: 'answer to q1' }, again, 3));
    const { messages } = woken.read();
    expect(messages.map(textOf)).toEqual(['Hello', 'half and half']);
    expect(messages[1]?.metadata).toMatchObject({ status: 'done' });
  }));
