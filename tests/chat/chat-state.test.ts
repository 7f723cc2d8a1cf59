import { expect, test } from 'vitest';

import {
  branchOf,
  EMPTY_CHAT,
  MAX_MESSAGES,
  MAX_POINTS,
  reduceChat,
  siblingsOf,
  type ChatEvent,
  type ChatState,
} from '#app/builder/chat/chat-state.ts';

function after(state: ChatState, ...events: ChatEvent[]): ChatState {
  return events.reduce((current, event) => {
    const next = reduceChat(current, event, 1_000);
    if (!next.ok) throw new Error(`${event.kind}: ${next.reason}`);
    return next.value;
  }, state);
}

const ask = (n: number, parent?: string | null): ChatEvent => ({
  kind: 'send',
  turn: `t${n}`,
  question: `q${n}`,
  answer: `a${n}`,
  ...(parent === undefined ? {} : { parent }),
});
const end = (n: number): ChatEvent => ({ kind: 'end', turn: `t${n}`, status: 'done' });

const ids = (state: ChatState) => branchOf(state).map(({ id }) => id);

test('messages follow each other, and an answer belongs to its question', () => {
  const state = after(EMPTY_CHAT, ask(1), end(1), ask(2), end(2));
  expect(ids(state)).toEqual(['q1', 'a1', 'q2', 'a2']);
  expect(branchOf(state).map(({ status }) => status)).toEqual([
    undefined,
    'done',
    undefined,
    'done',
  ]);
  expect(state.turn).toBeNull();
});

test('a second turn is refused while one runs, with the name of the one that runs', () => {
  const state = after(EMPTY_CHAT, ask(1));
  expect(reduceChat(state, ask(2), 0)).toMatchObject({ ok: false, reason: 'busy', turn: 't1' });
});

test('a message that is sent twice is there once', () => {
  const running = after(EMPTY_CHAT, ask(1));
  expect(reduceChat(running, ask(1), 0)).toMatchObject({ ok: false, reason: 'known' });
  expect(reduceChat(after(running, end(1)), ask(1), 0)).toMatchObject({ reason: 'known' });
});

test('an edited question starts a branch beside the old one, and both can be shown', () => {
  const state = after(EMPTY_CHAT, ask(1), end(1), ask(2), end(2), ask(3, 'a1'), end(3));
  expect(ids(state)).toEqual(['q1', 'a1', 'q3', 'a3']);
  expect(siblingsOf(state, 'q3').map(({ id }) => id)).toEqual(['q2', 'q3']);
  expect(ids(after(state, { kind: 'show', leaf: 'q2' }))).toEqual(['q1', 'a1', 'q2', 'a2']);
});

test('the first question can be edited as well', () => {
  const state = after(EMPTY_CHAT, ask(1), end(1), ask(2, null), end(2));
  expect(ids(state)).toEqual(['q2', 'a2']);
  expect(siblingsOf(state, 'q2').map(({ id }) => id)).toEqual(['q1', 'q2']);
});

test('a retried question has two answers, the newer one shown', () => {
  const state = after(
    EMPTY_CHAT,
    ask(1),
    { kind: 'end', turn: 't1', status: 'failed' },
    { kind: 'retry', turn: 't2', question: 'q1', answer: 'a2' },
    end(2),
  );
  expect(ids(state)).toEqual(['q1', 'a2']);
  expect(siblingsOf(state, 'a2').map(({ status }) => status)).toEqual(['failed', 'done']);
});

test('only questions can be retried, and only messages that are there be followed', () => {
  const state = after(EMPTY_CHAT, ask(1), end(1));
  const retry: ChatEvent = { kind: 'retry', turn: 't2', question: 'a1', answer: 'a2' };
  expect(reduceChat(state, retry, 0)).toMatchObject({ reason: 'noSuchMessage' });
  expect(reduceChat(state, ask(2, 'nope'), 0)).toMatchObject({ reason: 'noSuchMessage' });
  expect(reduceChat(state, { kind: 'show', leaf: 'nope' }, 0)).toMatchObject({ ok: false });
});

test('an object that wakes up in the middle of a turn marks it interrupted, once', () => {
  const running = after(EMPTY_CHAT, ask(1));
  const woken = after(running, { kind: 'wake' });
  expect(woken.turn).toBeNull();
  expect(branchOf(woken).at(-1)?.status).toBe('interrupted');
  expect(after(woken, { kind: 'wake' })).toEqual(woken);
  // What the lost turn still says changes nothing.
  expect(after(woken, end(1))).toEqual(woken);
});

test('a chat takes so many messages and no more', () => {
  let state = EMPTY_CHAT;
  for (let n = 0; n < MAX_MESSAGES / 2; n += 1) state = after(state, ask(n), end(n));
  expect(reduceChat(state, ask(MAX_MESSAGES), 0)).toMatchObject({ reason: 'full' });
});

test('restore points are numbered, and the oldest are forgotten', () => {
  const point = { message: 'a1', blueprint: 'b', artifact: 'a', warnings: 'w' };
  let state = EMPTY_CHAT;
  for (let n = 0; n < MAX_POINTS + 5; n += 1) state = after(state, { kind: 'point', point });
  expect(state.points).toHaveLength(MAX_POINTS);
  expect(state.points[0]?.number).toBe(6);
  expect(state.points.at(-1)?.number).toBe(MAX_POINTS + 5);
});
