import { expect, test } from 'vitest';

import { beginLiveChat, isBusy, type LiveChat, type LiveEvent } from '#app/chat/live/live-chat.ts';
import { stepLiveChat } from '#app/chat/live/step-live-chat.ts';

import {
  accepted,
  answerOf,
  ended,
  failed,
  heard,
  limits,
  loaded,
  LOST,
  missing,
  paused,
  question,
  refusal,
  refused,
  send,
  settled,
  streamed,
  TALK,
  toChat,
  unloaded,
  type Told,
} from './live-cases.ts';

const ANSWERS: Told[] = [
  settled(),
  settled(question('first')),
  accepted,
  ended,
  missing,
  failed(LOST),
  failed(LOST, true),
  failed(refusal(409, 'Busy.')),
  failed(new Error('It broke.'), true),
  streamed(answerOf('a2')),
  heard({ type: 'data-draft', data: {} }),
  loaded(toChat(TALK)),
  loaded(toChat(TALK, { isRunning: true })),
  unloaded({ reason: 'network' }),
  unloaded(refused(404, 'No.')),
  limits(toChat(TALK)),
  limits(toChat([])),
  paused,
];
const WISHES: Told[] = [
  { kind: 'entered' },
  { kind: 'left' },
  send('q2'),
  { kind: 'edit', id: 'q1', message: question('q3') },
  { kind: 'retry' },
  { kind: 'continue' },
  { kind: 'stop' },
  { kind: 'stopFailed', failure: { reason: 'network' } },
  { kind: 'show', leaf: 'a1' },
  { kind: 'shown', failure: null },
  { kind: 'sync' },
  { kind: 'changed' },
  { kind: 'closeTrouble' },
];

/** Rising numbers that look like chance, the same in every run. */
function createChance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Whether the page shows that a turn runs, and nothing is under way that could end it. */
function isWaitingForNothing(state: LiveChat): boolean {
  if (!isBusy(state) || state.visit === null || state.stream !== null) return false;
  return state.awaited !== 'outcome' || state.loading === null;
}

test('whatever happens in whatever order, the page never waits for nothing', () => {
  const all = [...ANSWERS, ...WISHES];
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const pick = createChance(seed);
    let state = beginLiveChat(toChat(TALK, { isRunning: seed % 2 === 0 }));
    const told: LiveEvent[] = [];
    let isSettling = false;
    for (let count = 0; count < 60; count += 1) {
      const next = all[pick(all.length)] ?? accepted;
      const event = typeof next === 'function' ? next(state) : next;
      told.push(event);
      const step = stepLiveChat(state, event);
      const where = () => told.map(({ kind }) => kind).join(' ');
      const asked = new Set(step.commands.flatMap((each) => ('number' in each ? each.number : [])));
      // An answer is heard by its number, so that none may be given twice.
      expect(
        [...asked].every((number) => number > state.asked),
        where(),
      ).toBe(true);
      if (step.state.visit === null) expect(step.state.loading, where()).toBeNull();
      if (event.kind === 'settled' && event.number === state.visit) isSettling = false;
      if (step.commands.some(({ kind }) => kind === 'settle')) isSettling = true;
      if (!isSettling) expect(isWaitingForNothing(step.state), where()).toBe(false);
      expect(step.state.stopping !== null && !isBusy(step.state), where()).toBe(false);
      state = step.state;
    }
  }
});
