import { abortAllDurableObjects } from 'cloudflare:test';
import { expect } from 'vitest';

import { TAB_MODEL } from '#app/builder/models/model-choice.ts';
import { MAX_TURN_BYTES } from '#app/chat/chat-size.ts';
import type { ChatAnswer } from '#app/chat/chat-view.ts';

import { scriptModels } from '../builder/models/steer-models.ts';
import type { ModelAnswer, ModelLine } from '../fakes/model-script.ts';
import { Visitor } from '../setup/drafts.ts';
import { textOf } from '../setup/open-room.workerd.ts';
import { shortenTimers } from '../setup/shorten-waits.workerd.ts';
import { newChat } from '../chat/chat-visitor.ts';
import { fault, read, type Fault } from './fault.workerd.ts';

const FINE: ModelAnswer = { lines: [{ say: 'Fine.' }] };
const asItIs = () => () => {};

interface Conversation {
  send: (text: string, more?: object) => Promise<Response>;
  view: () => Promise<ChatAnswer>;
  visitor: Visitor;
  path: string;
  /** Name of the gate at which the model waits. */
  gate: string;
}

/** A guest who talks with a model of their own, which answers so. */
async function talk(answersAt: (gate: string) => ModelAnswer[]): Promise<Conversation> {
  const visitor = new Visitor();
  const path = `/api/chats/${await newChat(visitor)}`;
  const key = `sk-faults-${crypto.randomUUID()}`;
  await scriptModels(key, { answers: answersAt(key), repeatsLast: true });
  const model = { kind: 'openai-compatible', baseUrl: 'https://api.openai.com/v1', model: 'own' };
  const connected = await visitor.json('POST', '/api/models/tab', { ...model, value: key });
  const { token: connection } = await connected.json<{ token: string }>();
  return {
    visitor,
    path,
    gate: key,
    send: (text, more = {}) => {
      const message = { id: text, role: 'user', parts: [{ type: 'text', text }] };
      const body = { message, model: TAB_MODEL, connection, ...more };
      return visitor.json('POST', `${path}/turns`, body);
    },
    view: async () => (await visitor.fetch(path)).json(),
  };
}

/** That a message has its answer, that nothing runs any more, and that the next message is answered. */
async function expectGoesOn({ send, view }: Conversation): Promise<ChatAnswer['messages']> {
  const { messages, isRunning } = await view();
  expect(isRunning).toBe(false);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(await (await send('next')).text()).toContain('Fine.');
  expect((await view()).messages).toHaveLength(4);
  return messages;
}

interface ModelRow {
  wrong: string;
  answer: ModelAnswer;
  /** What its user is told. */
  told: RegExp;
  /** What it said until then, which stays. */
  kept?: string;
  inject?: () => () => void;
  /** How often it is asked before its user is told. */
  tries?: number;
}

const MODEL_ROWS: ModelRow[] = [
  { wrong: 'is down', answer: { status: 503 }, told: /own is overloaded\. Everything/, tries: 3 },
  {
    wrong: 'never begins to answer',
    answer: { silence: true },
    told: /did not start to answer in time/,
    inject: shortenTimers,
  },
  {
    wrong: 'falls silent in the middle',
    answer: { lines: [{ say: 'Half' }, { hang: true }] },
    told: /own stopped in the middle of its answer/,
    kept: 'Half',
    inject: shortenTimers,
  },
  {
    wrong: 'is cut off in the middle',
    answer: { lines: [{ say: 'Half' }, { cut: true }] },
    told: /own was cut off in the middle/,
    kept: 'Half',
  },
  {
    wrong: 'answers garbage',
    answer: { page: '<!doctype html>' },
    told: /could not be read/,
    tries: 3,
  },
  {
    wrong: 'answers too much',
    answer: { lines: Array<ModelLine>(9).fill({ say: 'x'.repeat(MAX_TURN_BYTES / 8) }) },
    told: /too large/,
    kept: 'xxx',
  },
  { wrong: 'rejects the key', answer: { status: 401 }, told: /own refused your key/ },
  { wrong: 'is out of credit', answer: { status: 402 }, told: /own rejected the request/ },
];

function toModelFault({ wrong, answer, told, kept, inject = asItIs, tries = 1 }: ModelRow): Fault {
  return fault({
    where: 'model',
    name: `it ${wrong}`,
    open: () => talk(() => [...Array<ModelAnswer>(tries).fill(answer), FINE]),
    inject,
    do: async ({ send }) => read(await send('first')),
    async invariant(world, { status, text }) {
      expect(status).toBe(200);
      expect(text).toMatch(told);
      expect(text).toMatch(/data: \[DONE\]\n\n$/);
      const [, answered] = await expectGoesOn(world);
      expect(answered?.metadata?.status).not.toBe('running');
      if (kept) expect(answered && textOf(answered)).toContain(kept);
    },
  });
}

/** Reads a stream until it holds a text, and leaves it open. */
async function readUntil(
  reader: ReadableStreamDefaultReader<string>,
  text: string,
): Promise<string> {
  let seen = '';
  while (!seen.includes(text)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended before "${text}".`);
    seen += value;
  }
  return seen;
}

async function openStream(answer: Response) {
  if (!answer.body) throw new Error('An answer has a body.');
  return answer.body.pipeThrough(new TextDecoderStream()).getReader();
}

const waiting = (gate: string): ModelAnswer[] => [
  { lines: [{ say: 'Half' }, { gate }, { say: ' and half' }] },
  FINE,
];
const openGate = (gate: string) =>
  fetch(`https://models.invalid/gates/${gate}`, { method: 'POST' });

function endObject(): Fault {
  return fault({
    where: 'turn',
    name: 'its object is ended in the middle',
    open: () => talk(waiting),
    inject: asItIs,
    async do({ send }) {
      const reader = await openStream(await send('first'));
      await readUntil(reader, 'Half');
      await abortAllDurableObjects();
      return reader.read().then(
        () => 'ended',
        () => 'broken',
      );
    },
    async invariant(world) {
      const { messages } = await world.view();
      expect(messages[1]?.metadata?.status).toBe('interrupted');
      expect(messages[1] && textOf(messages[1])).toContain('Half');
      await expectGoesOn(world);
    },
  });
}

function leaveBrowser(): Fault {
  return fault({
    where: 'turn',
    name: 'its browser goes away in the middle, and comes back',
    open: () => talk(waiting),
    inject: asItIs,
    async do({ send }) {
      const reader = await openStream(await send('first'));
      const seen = await readUntil(reader, 'Half');
      await reader.cancel();
      return [...seen.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? '0';
    },
    async invariant(world, last) {
      const headers = { 'last-event-id': last };
      const rest = await world.visitor.fetch(`${world.path}/stream`, { headers });
      expect(rest.status).toBe(200);
      await openGate(world.gate);
      const text = await rest.text();
      expect(text).not.toContain('"delta":"Half"');
      expect(text).toMatch(/data: \[DONE\]\n\n$/);
      const [, answered] = await expectGoesOn(world);
      expect(answered && textOf(answered)).toBe('Half and half');
    },
  });
}

function sendTwice(): Fault {
  return fault({
    where: 'turn',
    name: 'its message is sent twice at the same time',
    open: () => talk(() => [FINE]),
    inject: asItIs,
    do: async ({ send }) =>
      Promise.all([send('first'), send('first')].map(async (sent) => read(await sent))),
    async invariant(world, told) {
      expect(told.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      await expectGoesOn(world);
    },
  });
}

/** Turns that are lost in the middle, and models that fail. */
export const TURN_FAULTS: Fault[] = [
  ...MODEL_ROWS.map(toModelFault),
  endObject(),
  leaveBrowser(),
  sendTwice(),
];
