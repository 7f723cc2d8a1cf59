import { expect, test } from 'vitest';

import {
  beginLiveChat,
  isBusy,
  type LiveChat,
  type LiveEvent,
  type Step,
} from '#app/chat/live/live-chat.ts';
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
  settled,
  streamed,
  TALK,
  toChat,
  unloaded,
  type Told,
} from './live-cases.ts';

const settle = (state: LiveChat) =>
  ({ kind: 'settled', number: state.visit ?? -1, first: null }) as const;
const ANSWERS: Told[] = [
  settled(),
  (state) => ({ ...settle(state), first: question(`first${state.asked}`) }),
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
  unloaded({ reason: 'unreadable' }),
  unloaded(refused(404, 'No.')),
  limits('a1'),
  limits(null),
  paused,
];
const WISHES: Told[] = [
  { kind: 'entered' },
  { kind: 'left' },
  ({ asked }) => ({ kind: 'send', message: question(`sent${asked}`) }),
  ({ asked }) => ({ kind: 'edit', id: 'q1', message: question(`edited${asked}`) }),
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

/** Ends every wait: the page is there, its turn is over, and the server answers. */
const RECOVERY: Told[] = [
  { kind: 'entered' },
  settled(),
  failed(LOST),
  missing,
  { kind: 'sync' },
  loaded(toChat(TALK)),
  loaded(toChat(TALK)),
];

/** Follows the messages of a page: which were sent, and which the server is known to have. */
function followMessages() {
  const sent: string[] = [];
  const known = new Set<string>();
  const returned: string[] = [];
  return {
    returned,
    hear: (before: LiveChat, event: LiveEvent, { state, commands }: Step) => {
      const isHeard = 'number' in event && before.stream?.number === event.number;
      const isKnown = ['accepted', 'message', 'ended'].includes(event.kind);
      if (isHeard && isKnown) for (const { id } of state.messages) known.add(id);
      for (const command of commands) {
        if (command.kind === 'giveBack') returned.push(...command.messages.map(({ id }) => id));
        if (command.kind === 'begin' && 'message' in command.request)
          sent.push(command.request.message.id);
      }
    },
    lost: ({ messages }: LiveChat) =>
      sent.filter(
        (id) =>
          !known.has(id) && !returned.includes(id) && !messages.some((each) => each.id === id),
      ),
  };
}

test('whatever happens in whatever order, the page never waits for nothing', () => {
  const all = [...ANSWERS, ...WISHES];
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const pick = createChance(seed);
    let state = beginLiveChat(toChat(TALK, { isRunning: seed % 2 === 0 }), true);
    const told: LiveEvent[] = [];
    const mail = followMessages();
    let isSettling = false;
    for (let count = 0; count < 60 + RECOVERY.length; count += 1) {
      const next = RECOVERY[count - 60] ?? all[pick(all.length)] ?? accepted;
      const event = typeof next === 'function' ? next(state) : next;
      told.push(event);
      const step = stepLiveChat(state, event);
      mail.hear(state, event, step);
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
    // Accepted, given back or shown: a message that was sent is never lost, and none comes back twice.
    expect(mail.lost(state), told.map(({ kind }) => kind).join(' ')).toEqual([]);
    expect(new Set(mail.returned).size).toBe(mail.returned.length);
  }
});
