import { expect, test } from 'vitest';

import type { TurnRunner } from '#app/chat/turns/turn-runner.server.ts';
import { AutopilotRunner, type AutopilotPorts } from '#app/autopilot/autopilot-runner.server.ts';
import type { AutopilotState } from '#app/autopilot/autopilot-state.ts';
import { PointChanges } from '#app/chat/point-answers.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { fail } from '#app/platform/result.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { sendMcp, Visitor } from '../setup/drafts.ts';
import { inRoom, openRoom, prepare } from '../setup/open-room.workerd.ts';
import { getJson, newChat } from '../chat/chat-visitor.ts';
import type { Line } from '../chat/scripted-model.ts';

const GOAL = {
  goal: 'Add a tool that gets https://api.example.com/users/{id} and returns name and email',
  target: 100,
  maxRounds: 3,
};

const REPORT = { verdict: { kind: 'fixes' as const, count: 1 }, score: 10, fails: [], warns: [] };
const FOREVER = new Promise<never>(() => undefined);

/** A run over a chat whose model says these lines, one list a step. */
function createAutopilot(storage: DurableObjectStorage, steps: Line[][]) {
  const room = openRoom(storage);
  const tools = prepare(steps);
  const ports: AutopilotPorts = {
    ask: async (ask) => room.begin(ask, tools, Date.now()),
    readAnswer: (id) => room.readAnswer(id),
    judge: async () => ({ report: REPORT, diff: null, isEmpty: false }),
    stop: () => room.stop(),
  };
  return { room, runner: new AutopilotRunner(storage), ports };
}

/** Waits for the first line that the running turn says. */
async function whenSaid(room: TurnRunner): Promise<void> {
  const reader = room.listen(0)?.getReader();
  const decoder = new TextDecoder();
  for (let text = ''; !text.includes('I begin.');) {
    const line = await reader?.read();
    if (!line || line.done) throw new Error('The turn ended before it spoke.');
    text += decoder.decode(line.value, { stream: true });
  }
  await reader?.cancel();
}

async function whenEnded(runner: AutopilotRunner): Promise<void> {
  while (runner.read()?.end === null) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function readAutopilot(visitor: Visitor, id: string): Promise<AutopilotState> {
  const response = await visitor.fetch(`/api/chats/${id}/autopilot`);
  expect(response.status).toBe(200);
  return response.json();
}

/** The run once it is over. */
async function whenOver(visitor: Visitor, id: string): Promise<AutopilotState> {
  for (;;) {
    const run = await readAutopilot(visitor, id);
    if (run.end !== null) return run;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('a run builds the goal, then works on the report, round after round', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const begun = await visitor.json('POST', `/api/chats/${id}/autopilot`, GOAL);
  expect(begun.status).toBe(201);
  const run = await whenOver(visitor, id);
  expect(run.rounds[0]).toMatchObject({ number: 1, asked: GOAL.goal, status: 'done' });
  expect(run.rounds[0]?.changed).not.toEqual([]);
  expect(run.rounds[1]?.asked).toContain('Fix the report.');
  expect(run.rounds.every(({ score }) => typeof score === 'number')).toBe(true);
  expect(['spent', 'stuck', 'reached']).toContain(run.end);

  const chat = await (await visitor.fetch(`/api/chats/${id}`)).json();
  expect(chat).toMatchObject({
    messages: run.rounds.flatMap(({ answer }) => [{ role: 'user' }, { id: answer }]),
    draft: { blueprint: { tools: [{ name: 'get_user' }] } },
  });
});

test('a round keeps what it changed, and its tools are read before and after', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await visitor.json('POST', `/api/chats/${id}/autopilot`, GOAL);
  const { rounds } = await whenOver(visitor, id);
  const diff = rounds[0]?.diff;
  expect(diff).toMatchObject({ from: 1, to: 2, added: 1, removed: 0, changed: 0 });
  expect(diff?.parts).toContain('upstreams');
  const answer = await visitor.fetch(`/api/chats/${id}/points/${diff?.from}/tools?to=${diff?.to}`);
  const changes = PointChanges.parse(await answer.json());
  expect(changes.tools).toMatchObject([{ tool: 'get_user', change: 'added' }]);
  const request = changes.tools[0]?.fields.find(({ field }) => field === 'request');
  expect(request).toMatchObject({
    before: null,
    after: expect.stringContaining('GET /users/{id}'),
  });
  for (const round of rounds.slice(1)) {
    expect(round.diff === null).toBe(round.changed.length === 0);
  }
});

test('a goal that the built-in builder does not understand ends the run at once, and says which part', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const goal = 'Sing me the song of the nineteen dwarves';
  await visitor.json('POST', `/api/chats/${id}/autopilot`, { ...GOAL, goal });
  const run = await whenOver(visitor, id);
  expect(run).toMatchObject({ end: 'unclear', rounds: [{ status: 'done', diff: null }] });
  expect(run.unclear?.parts.join(' ')).toContain('nineteen dwarves');
  expect(run.unclear?.question).toContain('Which requests should the server make?');
});

test('a model that asks back before it has changed anything ends the run with its question', () =>
  inRoom(async (storage) => {
    const asked = { question: 'Which shop?', choices: ['Shoply', 'Mart'], unclear: ['the shop'] };
    const { runner, ports } = createAutopilot(storage, [
      [
        { say: 'I need to know more.' },
        { call: 'set_title', input: { title: 'Shop' } },
        { call: 'ask_user', input: asked },
      ],
    ]);
    runner.begin(GOAL, 1, ports);
    await whenEnded(runner);
    expect(runner.read()).toMatchObject({
      end: 'unclear',
      unclear: { parts: ['the shop'], question: 'Which shop?', choices: ['Shoply', 'Mart'] },
      rounds: [{ status: 'done' }],
    });
  }));

test('a model that only talks about an empty server gets no second round', () =>
  inRoom(async (storage) => {
    const { runner, ports } = createAutopilot(storage, [[{ say: 'What is it for?' }]]);
    const judge = async () => ({ report: REPORT, diff: null, isEmpty: true });
    runner.begin(GOAL, 1, { ...ports, judge });
    await whenEnded(runner);
    expect(runner.read()).toMatchObject({
      end: 'unclear',
      unclear: { said: 'What is it for?', question: null },
      rounds: [{ number: 1 }],
    });
  }));

test('a run ends as soon as its target is reached', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await visitor.json('POST', `/api/chats/${id}/autopilot`, { ...GOAL, target: 1, maxRounds: 10 });
  const run = await whenOver(visitor, id);
  const last = run.rounds.at(-1);
  expect(run.end).toBe(last?.fails === 0 ? 'reached' : 'stuck');
});

async function listTools({ endpoint, token }: DraftView): Promise<string> {
  const { status, message } = await sendMcp(endpoint, 'tools/list', {}, token);
  expect(status).toBe(200);
  return JSON.stringify(message);
}

test('the endpoint serves what autopilot built as soon as it is built', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const draft = await getJson<DraftView>(visitor, `/api/drafts/${id}`);
  // This isolate remembers the draft as it is before the run.
  expect(await listTools(draft)).not.toContain('get_user');
  await visitor.json('POST', `/api/chats/${id}/autopilot`, GOAL);
  await whenOver(visitor, id);
  expect(await listTools(draft)).toContain('get_user');
});

test('one run at a time, and a new one after it', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const begin = async () => (await visitor.json('POST', `/api/chats/${id}/autopilot`, GOAL)).status;
  // On a busy machine a run may be over before the second request for one is read.
  for (let tries = 0, refused = false; !refused; tries += 1) {
    const statuses = (await Promise.all([begin(), begin()])).toSorted((a, b) => a - b);
    refused = statuses[1] === 409;
    if (refused || tries === 4) expect(statuses).toEqual([201, 409]);
    await whenOver(visitor, id);
  }
  const again = await visitor.json('POST', `/api/chats/${id}/autopilot`, { ...GOAL, maxRounds: 1 });
  expect(again.status).toBe(201);
  expect((await whenOver(visitor, id)).rounds).toHaveLength(1);
});

test('a run that is stopped ends with its round, which is kept', () =>
  inRoom(async (storage) => {
    const { room, runner, ports } = createAutopilot(storage, [
      [{ say: 'I begin.' }, { wait: FOREVER }],
    ]);
    expect(runner.begin(GOAL, 1, ports).ok).toBe(true);
    await whenSaid(room);
    runner.end('stopped', 2);
    await room.stop();
    expect(runner.read()).toMatchObject({ end: 'stopped', rounds: [{ status: 'stopped' }] });
    const { messages } = room.read();
    expect(messages).toMatchObject([{ role: 'user' }, { metadata: { status: 'stopped' } }]);
    expect(JSON.stringify(messages[1])).toContain('I begin.');
  }));

test('a run that is stopped before its turn begins leaves no turn running', () =>
  inRoom(async (storage) => {
    const { room, runner, ports } = createAutopilot(storage, [
      [{ say: 'I begin.' }, { wait: FOREVER }],
    ]);
    let open: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => (open = resolve));
    const ask: AutopilotPorts['ask'] = async (asked) => {
      await wait;
      const begun = await ports.ask(asked);
      await whenSaid(room);
      return begun;
    };
    runner.begin(GOAL, 1, { ...ports, ask });
    runner.end('stopped', 2);
    expect(await room.stop()).toBe(false);
    open();
    await expect.poll(() => room.read().messages[1]?.metadata).toMatchObject({ status: 'stopped' });
    expect(room.isRunning).toBe(false);
    expect(runner.read()).toMatchObject({ end: 'stopped', rounds: [] });
  }));

test('a person who stops the turn of a run has stopped the run', () =>
  inRoom(async (storage) => {
    const { room, runner, ports } = createAutopilot(storage, [
      [{ say: 'I begin.' }, { wait: FOREVER }],
    ]);
    runner.begin(GOAL, 1, ports);
    await whenSaid(room);
    await room.stop();
    await whenEnded(runner);
    expect(runner.read()).toMatchObject({ end: 'stopped', rounds: [{ status: 'stopped' }] });
  }));

test('an object that wakes without its run says that it was interrupted', () =>
  inRoom(async (storage) => {
    const { room, runner, ports } = createAutopilot(storage, [
      [{ say: 'I begin.' }, { wait: FOREVER }],
    ]);
    runner.begin(GOAL, 1, ports);
    await whenSaid(room);
    const woken = new AutopilotRunner(storage);
    woken.wake(5);
    expect(woken.read()).toMatchObject({ end: 'stopped', note: expect.any(String) });
    await room.stop();
  }));

test('a run gives up when two turns in a row fail', () =>
  inRoom(async (storage) => {
    const broken: Line[] = [{ fail: new Error('down') }];
    const { runner, ports } = createAutopilot(storage, [broken, broken, broken]);
    runner.begin({ ...GOAL, maxRounds: 10 }, 1, ports);
    await whenEnded(runner);
    expect(runner.read()).toMatchObject({
      end: 'failed',
      rounds: [{ status: 'failed' }, { status: 'failed' }],
    });
  }));

test('a run whose turns are spent says when there are new ones, as the chat does', () =>
  inRoom(async (storage) => {
    const { runner, ports } = createAutopilot(storage, []);
    const resetsAt = Date.UTC(2030, 0, 2);
    const spent = { reason: 'turnsSpent' as const, limit: 8, used: 8, resetsAt, isGuest: true };
    const ask = () => Promise.resolve(fail(spent));
    runner.begin(GOAL, 1, { ...ports, ask });
    await whenEnded(runner);
    expect(runner.read()).toMatchObject({
      end: 'refused',
      note: expect.stringMatching(
        /used 8 of today’s 8 builder turns.*new ones at midnight UTC.*With an account you have 20 a day/,
      ),
    });
  }));

test('nobody else drives, reads or stops it', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const stranger = new Visitor();
  expect((await stranger.json('POST', `/api/chats/${id}/autopilot`, GOAL)).status).toBe(404);
  expect((await stranger.fetch(`/api/chats/${id}/autopilot`)).status).toBe(404);
  expect((await stranger.json('POST', `/api/chats/${id}/autopilot/stop`, {})).status).toBe(404);
  expect((await visitor.fetch(`/api/chats/${id}/autopilot`)).status).toBe(404);
});

test('who holds the token of the draft drives, reads and stops no run', async () => {
  const { id, token } = await new Visitor().submit(UPSTREAM_DOCUMENT);
  const holder = new Visitor();
  const headers = { authorization: `Bearer ${token}` };
  expect((await holder.fetch(`/api/drafts/${id}`, { headers })).status).toBe(200);
  const path = `/api/chats/${id}/autopilot`;
  expect((await holder.json('POST', path, GOAL, headers)).status).toBe(404);
  expect((await holder.fetch(path, { headers })).status).toBe(404);
  expect((await holder.json('POST', `${path}/stop`, {}, headers)).status).toBe(404);
});

test.each([
  { ...GOAL, goal: '  ' },
  { ...GOAL, target: 101 },
  { ...GOAL, maxRounds: 0 },
  { ...GOAL, maxRounds: 11 },
  { goal: 'x' },
])('what is no goal is refused: %j', async (body) => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  expect((await visitor.json('POST', `/api/chats/${id}/autopilot`, body)).status).toBe(422);
});
