import { expect, test } from 'vitest';

import { ChatStore } from '#app/chat/chat-store.server.ts';
import {
  BUDGET,
  drain,
  inRoom,
  openRoom,
  prepare,
  question,
  textOf,
} from '../setup/open-room.workerd.ts';
import { scriptedModel, type Line } from './scripted-model.ts';

function gate() {
  let open: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (open = resolve));
  return { wait, open };
}

test('a turn is streamed, and what it said is kept', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const stream = await drain(room.begin(question('q1'), prepare([[{ say: 'Hi.' }]]), 1));
    expect(stream).toContain('"delta":"Hi."');
    expect(stream).toMatch(/data: \[DONE\]\n\n$/);
    const again = openRoom(storage).read();
    expect(again.messages.map(textOf)).toEqual(['Hello', 'Hi.']);
    expect(again.messages[1]).toMatchObject({ id: 'answer to q1', metadata: { status: 'done' } });
    expect(again.isRunning).toBe(false);
  }));

test('two who listen get the same lines, also the one who comes in the middle', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const { wait, open } = gate();
    const steps: Line[][] = [[{ say: 'one' }, { wait }, { say: 'two' }]];
    const begun = room.begin(question('q1'), prepare(steps), 1);
    const second = room.listen(0);
    if (!begun.ok || second === null) throw new Error('Nothing runs.');
    open();
    const [first, other] = await Promise.all([
      new Response(begun.value).text(),
      new Response(second).text(),
    ]);
    expect(other).toBe(first);
    expect(room.listen(0)).toBeNull();
  }));

test('a second question is refused while one is answered', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const { wait, open } = gate();
    const first = room.begin(question('q1'), prepare([[{ wait }, { say: 'one' }]]), 1);
    expect(room.begin(question('q2'), prepare([]), 1)).toMatchObject({ reason: 'busy' });
    open();
    await drain(first);
    expect(room.read().messages).toHaveLength(2);
  }));

test('whoever stops a turn keeps what was said until then', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const { wait, open } = gate();
    const begun = room.begin(question('q1'), prepare([[{ say: 'half' }, { wait }]]), 1);
    if (!begun.ok) throw new Error('Nothing runs.');
    const reader = begun.value.pipeThrough(new TextDecoderStream()).getReader();
    for (let seen = ''; !seen.includes('half');) seen += (await reader.read()).value ?? '';
    const stopped = room.stop();
    open();
    expect(await stopped).toBe(true);
    const { messages, isRunning } = room.read();
    expect(messages.map(textOf)).toEqual(['Hello', 'half']);
    expect(messages[1]?.metadata).toMatchObject({ status: 'stopped' });
    expect(isRunning).toBe(false);
    expect(await room.stop()).toBe(false);
  }));

test('a model that fails in the middle leaves the question and what it said', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const steps: Line[][] = [[{ say: 'half' }, { fail: new Error('cut off: key sk-12345') }]];
    const stream = await drain(room.begin(question('q1'), prepare(steps), 1));
    expect(stream).toContain('"type":"error"');
    expect(stream).not.toContain('sk-12345');
    const { messages } = room.read();
    expect(messages.map(textOf)).toEqual(['Hello', 'half']);
    expect(messages[1]?.metadata).toMatchObject({ status: 'failed' });
    // And the next question is taken.
    await drain(room.begin(question('q2'), prepare([[{ say: 'fine' }]]), 2));
    expect(room.read().messages.map(textOf)).toEqual(['Hello', 'half', 'Hello', 'fine']);
  }));

test('an object that lost its turn keeps what was said, marks it and goes on', () =>
  inRoom(async (storage) => {
    const lost = openRoom(storage);
    const { wait } = gate();
    const begun = lost.begin(question('q1'), prepare([[{ say: 'half' }, { wait }]]), 1);
    if (!begun.ok) throw new Error('Nothing runs.');
    const reader = begun.value.pipeThrough(new TextDecoderStream()).getReader();
    for (let seen = ''; !seen.includes('half');) seen += (await reader.read()).value ?? '';

    const woken = openRoom(storage);
    await woken.wake(2);
    const { messages, isRunning } = woken.read();
    expect(isRunning).toBe(false);
    expect(messages.map(textOf)).toEqual(['Hello', 'half']);
    expect(messages[1]?.metadata).toMatchObject({ status: 'interrupted' });
    await drain(woken.begin(question('q2'), prepare([[{ say: 'on' }]]), 3));
    expect(woken.read().messages.map(textOf)).toEqual(['Hello', 'half', 'Hello', 'on']);
  }));

test('wrong names and wrong arguments of tools come back to the model, which goes on', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const steps: Line[][] = [
      [{ call: 'no_such_tool', input: {} }],
      [{ call: 'remove_tool', input: { wrong: 1 } }],
      [{ call: 'remove_tool', input: { name: 'nope' } }],
      [{ say: 'I see.' }],
    ];
    const stream = await drain(room.begin(question('q1'), prepare(steps), 1));
    expect(stream).toContain('I see.');
    expect(stream).toContain('There is no tool named');
    expect(room.read().messages[1]?.metadata).toMatchObject({ status: 'done' });
  }));

/** The titles that a stream tells, in order. */
function titlesIn(stream: string): (string | undefined)[] {
  return [...stream.matchAll(/"type":"data-title".*?"title":"([^"]*)"/g)].map(([, title]) => title);
}

test('the first turn tells the title that is made of the message, and no other turn does', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const begun = room.begin(question('q1', 'Track my parcels'), prepare([]), 1);
    expect(titlesIn(await drain(begun))).toEqual(['Track my parcels']);
    expect(titlesIn(await drain(room.begin(question('q2'), prepare([]), 2)))).toEqual([]);
  }));

test('a title that the model gives outlives its turn, and its stream tells it', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const store = new ChatStore(storage);
    const setTitle = async (title: string) => {
      store.apply({ kind: 'title', title }, 2);
      room.tellTitle(title);
    };
    const steps: Line[][] = [
      [{ call: 'set_title', input: { title: 'Orders of a shop' } }],
      [{ say: 'Named.' }],
    ];
    const turn = prepare(steps, scriptedModel(steps), { ports: { setTitle } });
    const stream = await drain(room.begin(question('q1', 'Build me something'), turn, 1));
    expect(room.read()).toMatchObject({ title: 'Orders of a shop', isRunning: false });
    expect(titlesIn(stream).at(-1)).toBe('Orders of a shop');
    const next = await drain(room.begin(question('q2', 'And more'), prepare([]), 3));
    expect(next).not.toContain('data-title');
    expect(JSON.stringify(room.read().messages)).not.toContain('data-title');
  }));

test('a model that never ends is ended by the budget', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const steps = Array.from({ length: 50 }, (): Line[] => [{ call: 'read_blueprint', input: {} }]);
    const stream = await drain(room.begin(question('q1'), prepare(steps), 1));
    expect(stream.match(/"type":"start-step"/g)).toHaveLength(BUDGET.steps);
    expect(room.read().isRunning).toBe(false);
  }));

test('a turn that is cut off by its time says so, and can go on', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const never = new Promise<never>(() => undefined);
    const cut = prepare([[{ say: 'half' }, { wait: never }]], undefined, { milliseconds: 200 });
    const stream = await drain(room.begin(question('q1'), cut, 1));
    expect(stream).toContain('out of budget');
    expect(room.read().messages[1]?.metadata).toMatchObject({ status: 'spent' });
    const more = room.begin(
      { kind: 'continue', turn: 't2', answer: 'answer to q1' },
      prepare([[{ say: 'whole' }]]),
      2,
    );
    await drain(more);
    expect(room.read().messages.map(textOf)[1]).toMatch(/^half[^]*whole$/);
  }));

test('no answer may be longer than what models give, or than what is left of the budget', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const model = scriptedModel([[{ call: 'read_blueprint', input: {} }], [{ say: 'Done.' }]]);
    const limits: (number | undefined)[] = [];
    const noting = {
      ...model,
      doStream: (options: Parameters<typeof model.doStream>[0]) => {
        limits.push(options.maxOutputTokens);
        return model.doStream(options);
      },
    };
    for (const [id, outputTokens] of [
      ['q1', 20_000],
      ['q2', 100],
    ] as const) {
      await drain(room.begin(question(id), prepare([], noting, { outputTokens }), 1));
    }
    expect(limits).toEqual([8_192, 8_192, 100]);
  }));

test('no turn begins while the one before it is being put away', () =>
  inRoom(async (storage) => {
    const { wait, open } = gate();
    const room = openRoom(storage, () => wait);
    const first = drain(room.begin(question('q1'), prepare([[{ say: 'one' }]]), 1));
    while (room.read().isRunning) await new Promise((resolve) => setTimeout(resolve, 1));
    const busy = { ok: false, reason: 'busy', turn: 'turn of q1' };
    expect(room.findRefusal(question('q2'), 2, Infinity)).toMatchObject(busy);
    expect(room.begin(question('q2'), prepare([]), 2)).toMatchObject(busy);
    open();
    await first;
    await drain(room.begin(question('q2'), prepare([[{ say: 'two' }]]), 3));
    expect(room.isRunning).toBe(false);
    expect(room.read().messages.map(textOf)).toEqual(['Hello', 'one', 'Hello', 'two']);
  }));

test('a conversation that is forgotten leaves nothing, and a look at one that never was stores nothing', () =>
  inRoom(async (storage) => {
    const tables = () => storage.sql.exec("SELECT name FROM sqlite_master WHERE type = 'table'");
    const names = () =>
      [...tables()].flatMap(({ name }) =>
        typeof name === 'string' && !name.startsWith('_cf') ? [name] : [],
      );
    const room = openRoom(storage);
    expect(room.read()).toMatchObject({ messages: [], isRunning: false });
    expect(names()).toEqual([]);
    await drain(room.begin(question('q1'), prepare([[{ say: 'Hi.' }]]), 1));
    expect(names()).toEqual(['message_rows', 'line_rows']);
    const { wait, open } = gate();
    room.begin(question('q2'), prepare([[{ say: 'half' }, { wait }]]), 2);
    const forgotten = room.forget();
    open();
    await forgotten;
    expect(names()).toEqual([]);
    expect(openRoom(storage).read()).toMatchObject({ messages: [], title: null });
  }));
