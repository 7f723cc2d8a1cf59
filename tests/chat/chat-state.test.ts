import { expect, test } from 'vitest';

import {
  EMPTY_CHAT,
  MAX_MESSAGES,
  reduceChat,
  type ChatEvent,
  type ChatState,
} from '#app/chat/chat-state.ts';
import { forkChatState } from '#app/chat/fork-state.ts';
import { branchOf, siblingsOf } from '#app/chat/message-tree.ts';
import { MAX_POINTS, pointAt, type PointView } from '#app/drafts/restore-points.ts';

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

/** A point whose content is called by a letter. */
function point(by: PointView['by'], name: string, message: string | null = null): ChatEvent {
  const content = { blueprint: name, artifact: name, warnings: 'w' };
  return { kind: 'point', point: { by, message, content, changed: [`now ${name}`] } };
}

const named = ({ points }: ChatState) =>
  points.map(({ number, blueprint }) => `${number} ${blueprint}`);

function at(state: ChatState, now: number, event: ChatEvent): ChatState {
  const next = reduceChat(state, event, now);
  if (!next.ok) throw new Error(next.reason);
  return next.value;
}

test('restore points are numbered, and the oldest are forgotten', () => {
  let state = EMPTY_CHAT;
  for (let n = 0; n < MAX_POINTS + 5; n += 1) state = after(state, point('turn', `${n}`, `a${n}`));
  expect(state.points).toHaveLength(MAX_POINTS);
  expect(state.points[0]?.number).toBe(6);
  expect(state.points.at(-1)?.number).toBe(MAX_POINTS + 5);
});

test('what changes nothing makes no point', () => {
  const state = after(EMPTY_CHAT, point('beginning', 'a'), point('turn', 'a', 'a1'));
  expect(named(state)).toEqual(['1 a']);
});

test('going back is a new point, which says where to, and can be undone the same way', () => {
  const state = after(
    EMPTY_CHAT,
    point('beginning', 'a'),
    point('turn', 'b', 'a1'),
    point('restore', 'a'),
    point('restore', 'b'),
  );
  expect(named(state)).toEqual(['1 a', '2 b', '3 a', '4 b']);
  expect(state.points.map(({ restored }) => restored)).toEqual([undefined, undefined, 1, 2]);
});

test('edits in the screen that follow each other are one point, those of a turn never', () => {
  const minute = 60_000;
  let state = at(EMPTY_CHAT, 0, point('beginning', 'a'));
  state = at(state, minute, point('screen', 'b'));
  state = at(state, 2 * minute, point('screen', 'c'));
  expect(named(state)).toEqual(['1 a', '2 c']);
  expect(state.points[1]).toMatchObject({ at: minute, changed: ['now b', 'now c'] });
  state = at(state, 3 * minute, point('turn', 'd', 'a1'));
  state = at(state, 4 * minute, point('screen', 'e'));
  state = at(state, 20 * minute, point('screen', 'f'));
  expect(named(state)).toEqual(['1 a', '2 c', '3 d', '4 e', '5 f']);
});

test('the point of a message is the one that it made, or the one that it found', () => {
  let state = at(EMPTY_CHAT, 1, point('beginning', 'a'));
  state = at(state, 5, point('turn', 'b', 'a1'));
  state = at(state, 9, point('turn', 'c', 'a2'));
  const numberAt = (id: string, time: number) => pointAt(state.points, { id, at: time })?.number;
  expect(numberAt('q1', 2)).toBe(1);
  expect(numberAt('a1', 2)).toBe(2);
  expect(numberAt('q2', 6)).toBe(2);
  expect(numberAt('a2', 6)).toBe(3);
});

test('an answer that was not finished goes on in its place, a whole one does not', () => {
  const stopped = after(EMPTY_CHAT, ask(1), { kind: 'end', turn: 't1', status: 'stopped' });
  const goesOn = after(stopped, { kind: 'continue', turn: 't2', answer: 'a1' });
  expect(ids(goesOn)).toEqual(['q1', 'a1']);
  expect(goesOn.turn).toMatchObject({ id: 't2', question: 'q1', answer: 'a1' });
  expect(branchOf(goesOn).at(-1)?.status).toBe('running');
  const done = after(goesOn, { kind: 'end', turn: 't2', status: 'done' });
  const goOn: ChatEvent = { kind: 'continue', turn: 't3', answer: 'a1' };
  expect(reduceChat(done, goOn, 0)).toMatchObject({ ok: false, reason: 'nothingToContinue' });
  const unknown = { ok: false, reason: 'noSuchMessage' };
  expect(reduceChat(EMPTY_CHAT, goOn, 0)).toMatchObject(unknown);
  // Another tab shows another branch.
  expect(reduceChat(stopped, { ...goOn, answer: 'a0' }, 0)).toMatchObject(unknown);
  expect(reduceChat(goesOn, goOn, 0)).toMatchObject({ reason: 'busy' });
});

test('no other branch is shown while a turn runs', () => {
  const running = after(EMPTY_CHAT, ask(1), end(1), ask(2, null));
  expect(reduceChat(running, { kind: 'show', leaf: 'a1' }, 0)).toMatchObject({ reason: 'busy' });
});

test('a fork takes the messages, and not the mark around data', () => {
  const said = after(EMPTY_CHAT, ask(1), end(1));
  const fork = forkChatState({ ...said, nonce: 'only here' }, null, true);
  expect(fork?.chat.messages).toHaveLength(2);
  expect(JSON.stringify(fork)).not.toContain('only here');
});
