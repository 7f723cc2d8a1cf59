import { describe, expect, test } from 'vitest';

import { isBusy, type LiveChat, type LiveCommand } from '#app/chat/live/live-chat.ts';

import {
  accepted,
  answerOf,
  BUDGET,
  ended,
  failed,
  heard,
  limits,
  loaded,
  LOST,
  missing,
  OPENED,
  paused,
  play,
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

type Kinds = LiveCommand['kind'][];

const still = toChat(TALK);
const running = toChat([question('q1')], { isRunning: true });
const ids = ({ messages }: LiveChat) => messages.map(({ id }) => id);
const GONE = 'This chat was deleted, or no longer belongs to you.';
const TEXT_IS_KEPT = 'Your text is still in the message field.';
const UNREADABLE = { reason: 'unreadable' } as const;

describe('opening a page', () => {
  test.each<[string, typeof still, Told[], Kinds]>([
    ['asks nothing before it has stayed', running, [{ kind: 'entered' }], ['settle']],
    ['asks for the limits', still, OPENED, ['loadLimits']],
    ['asks for the stream of a turn that runs', running, OPENED, ['loadLimits', 'resume']],
    [
      'sends what was written on the start screen',
      toChat([]),
      [{ kind: 'entered' }, settled(question('q1'))],
      ['loadLimits', 'tellTabs', 'begin'],
    ],
    [
      'forgets what was written there once the server has it',
      still,
      [{ kind: 'entered' }, settled(question('q1'))],
      ['loadLimits', 'forgetFirst'],
    ],
    [
      'keeps it while a turn runs',
      toChat([], { isRunning: true }),
      [{ kind: 'entered' }, settled(question('q1'))],
      ['loadLimits', 'resume'],
    ],
    [
      'a second time at once asks once only',
      running,
      [
        { kind: 'entered' },
        { kind: 'left' },
        { kind: 'entered' },
        () => ({ kind: 'settled', number: 1, first: null }),
      ],
      [],
    ],
    [
      'a second time goes on with the turn that was left, as the server has it',
      still,
      [...OPENED, send('q2'), { kind: 'left' }, ...OPENED],
      ['loadLimits', 'load'],
    ],
  ])('%s', (_, initial, told, expected) => {
    expect(play(initial, told).asked).toEqual(expected);
  });

  test('asks for no limits where nothing can be sent', () => {
    expect(play(still, OPENED, false).asked).toEqual([]);
    expect(play(running, OPENED, false).asked).toEqual(['resume']);
  });

  test('the first message is forgotten when the server has accepted it, not before', () => {
    const begun: Told[] = [{ kind: 'entered' }, settled(question('q1'))];
    expect(play(toChat([]), begun).asked).not.toContain('forgetFirst');
    expect(play(toChat([]), [...begun, accepted]).asked).toEqual(['forgetFirst']);
    expect(play(toChat([]), [...begun, failed(LOST)]).asked).not.toContain('forgetFirst');
  });

  test('entered already is entered once', () => {
    expect(play(still, [...OPENED, { kind: 'entered' }]).asked).toEqual([]);
  });

  test('limits that come after the page was left are not heard', () => {
    const { limits: number } = play(still, OPENED).state;
    const answer = { ok: true as const, value: { last: 'a1', budget: BUDGET } };
    const late: Told = { kind: 'limits', number: number ?? -1, answer };
    expect(play(still, [...OPENED, { kind: 'left' }, late]).state.budget).toBeNull();
  });

  test('the limits are known from then on, and a later load knows better', () => {
    const known = play(still, [...OPENED, limits('a1')]);
    expect(known.state.budget).toEqual(BUDGET);
    expect(known.asked).toEqual([]);
    const newer = { ...BUDGET, turnsLeft: 2 };
    const { state } = play(still, [
      ...OPENED,
      { kind: 'sync' },
      loaded(toChat(TALK, { budget: newer })),
      limits('a1'),
    ]);
    expect(state.budget).toEqual(newer);
  });

  test('what another tab said before the page had its scripts is asked for', () => {
    expect(play(still, [...OPENED, limits('q2')]).asked).toEqual(['load']);
    expect(play(still, [...OPENED, send('q9'), limits('q2')]).asked).toEqual([]);
  });
});

describe('a message', () => {
  test('is shown at once and sent after the last one; other tabs hear of it soon', () => {
    const { state, commands } = play(still, [...OPENED, send('q2')]);
    expect(ids(state)).toEqual(['q1', 'a1', 'q2']);
    expect(isBusy(state)).toBe(true);
    expect(commands).toEqual([
      { kind: 'tellTabs', afterMs: 300 },
      {
        kind: 'begin',
        number: state.stream?.number,
        request: { message: question('q2'), parent: 'a1' },
        answer: null,
      },
    ]);
  });

  test.each<[string, typeof still, Told[]]>([
    ['while a turn of this page runs', still, [...OPENED, send('q2'), send('q3')]],
    ['while the stream of a turn is awaited', running, [...OPENED, send('q2')]],
    ['while the outcome of a turn is awaited', running, [...OPENED, missing, send('q2')]],
    [
      'that says nothing',
      still,
      [...OPENED, { kind: 'send', message: { ...question('q2'), parts: [] } }],
    ],
    [
      'in place of one that is not there',
      still,
      [...OPENED, { kind: 'edit', id: 'q9', message: question('q2') }],
    ],
    ['asked once more where there is none', toChat([]), [...OPENED, { kind: 'retry' }]],
    [
      'continued where nothing is answered',
      toChat([question('q1')]),
      [...OPENED, { kind: 'continue' }],
    ],
  ])('is not sent %s', (_, initial, told) => {
    const before = play(initial, told.slice(0, -1)).state;
    const { state, commands } = play(initial, told);
    expect(commands).toEqual([]);
    expect(state).toEqual(before);
  });

  test.each<[string, Told, object, string[]]>([
    ['edited', { kind: 'edit', id: 'q1', message: question('q2') }, { parent: null }, ['q2']],
    ['asked again', { kind: 'retry' }, { retry: 'q1' }, ['q1']],
    ['asked again by its answer', { kind: 'retry', id: 'a1' }, { retry: 'q1' }, ['q1']],
    ['asked again by itself', { kind: 'retry', id: 'q1' }, { retry: 'q1' }, ['q1']],
    ['continued', { kind: 'continue' }, { continue: 'a1' }, ['q1', 'a1']],
  ])('is %s on what came before it', (_, event, request, shown) => {
    const { state, commands } = play(still, [...OPENED, event]);
    expect(commands.at(-1)).toMatchObject({ kind: 'begin', request });
    expect(ids(state)).toEqual(shown);
  });

  test('only a turn that is continued goes on with its answer', () => {
    const of = (event: Told) => play(still, [...OPENED, event]).commands.at(-1);
    expect(of({ kind: 'continue' })).toMatchObject({ answer: answerOf('a1') });
    expect(of({ kind: 'retry' })).toMatchObject({ answer: null });
  });

  test('a turn clears what was shown of the one before it', () => {
    const { state } = play(still, [
      ...OPENED,
      send('q2'),
      failed(refusal(409, 'Busy.')),
      send('q3'),
    ]);
    expect(state.trouble).toBeNull();
  });
});

describe('a stream', () => {
  const turn: Told[] = [...OPENED, send('q2')];

  test('shows the answer as it grows, and what happens beside it', () => {
    const progress = { type: 'data-progress', data: { step: 'reading' } };
    const { state } = play(still, [
      ...turn,
      streamed(answerOf('a2', 'N')),
      streamed(answerOf('a2', 'None.')),
      heard(progress),
    ]);
    expect(state.messages.slice(2)).toEqual([question('q2'), answerOf('a2', 'None.')]);
    expect(state.live.progress).toEqual({ step: 'reading' });
  });

  test('of a turn that continues an answer adds to what is stored of it', () => {
    const point = (number: number) =>
      ({ type: 'data-point', id: 'point', data: { number, changed: [] } }) as const;
    const stored = answerOf('a1', 'So far.');
    stored.parts = [...stored.parts, point(1)];
    const continued = toChat([question('q1'), stored], { isRunning: true });
    const added = answerOf('a1', 'And on.');
    added.parts = [...added.parts, point(2)];
    for (const told of [
      [...OPENED, streamed(answerOf('a1', 'And')), streamed(added)],
      // What was streamed before is no part of what is stored.
      [
        ...OPENED,
        streamed(added),
        { kind: 'left' } as const,
        ...OPENED,
        loaded(continued),
        streamed(added),
      ],
    ]) {
      const { messages } = play(continued, told).state;
      expect(messages.at(-1)?.parts).toEqual([
        { type: 'text', text: 'So far.' },
        { type: 'text', text: 'And on.' },
        point(2),
      ]);
    }
    const other = play(continued, [...OPENED, streamed(answerOf('a2'))]).state.messages;
    expect(other.at(-1)).toEqual(answerOf('a2'));
  });

  test('that changes the draft has it read anew', () => {
    const part = { type: 'data-draft', data: { score: 90 } };
    expect(play(still, [...turn, heard(part)]).asked).toEqual(['reloadDraft']);
  });

  test('that names the chat has its title shown, and nothing that is none', () => {
    const part = { type: 'data-title', data: { title: 'Parcels' } };
    expect(play(still, [...turn, heard(part)]).commands).toContainEqual({
      kind: 'showTitle',
      title: 'Parcels',
    });
    for (const data of [null, {}, { title: 7 }]) {
      expect(play(still, [...turn, heard({ type: 'data-title', data })]).asked).toEqual([]);
    }
    const named = { ...still, title: 'Orders' };
    expect(play(still, [...turn, ended, loaded(named)]).asked).toEqual([
      'reloadDraft',
      'showTitle',
    ]);
  });

  test('at its end the server is asked, with it the points and the draft, and other tabs look', () => {
    const over = [...turn, heard({ type: 'data-progress', data: { step: 'reading' } }), ended];
    const { state, commands } = play(still, over);
    expect(isBusy(state)).toBe(false);
    expect(state.live.progress).toBeNull();
    expect(commands).toMatchObject([{ kind: 'tellTabs', afterMs: 0 }, { kind: 'load' }]);
    const chat = toChat([...TALK, question('q2'), answerOf('a2')], {
      branches: { q2: ['q2', 'q0'] },
    });
    const synced = play(still, [...over, loaded(chat)]);
    expect(synced.asked).toEqual(['reloadDraft']);
    expect(synced.state).toMatchObject({ messages: chat.messages, branches: chat.branches });
  });

  test('that came to its end needs no message back', () => {
    expect(play(still, [...turn, ended, loaded(still)]).asked).toEqual(['reloadDraft']);
  });

  test('that is no longer read changes nothing', () => {
    const before = play(still, [...turn, ended, loaded(still), send('q3')]).state;
    for (const event of [
      { kind: 'message', number: 3, message: answerOf('a2') },
      { kind: 'ended', number: 3 },
      { kind: 'failed', number: 3, error: LOST, hasOpened: true },
      { kind: 'accepted', number: 3 },
    ] as const) {
      const { state, commands } = play(still, [...turn, ended, loaded(still), send('q3'), event]);
      expect(state).toEqual(before);
      expect(commands).toEqual([]);
    }
  });
});

describe('a turn that is refused', () => {
  const turn: Told[] = [...OPENED, send('q2')];
  const reasons = [
    [401, 'Sign in to go on.'],
    [402, 'Your plan has no more turns today.'],
    [409, 'The builder is still at work.'],
    [413, 'This chat is full.'],
    [422, 'This chat has no such message.'],
    [429, 'Too many.'],
  ] as const;

  test.each(reasons)('with %d says so, and gives the message back', (status, detail) => {
    const told = [...turn, failed(refusal(status, detail))];
    const { state, asked } = play(still, told);
    const trouble = { kind: 'refused', request: 'message', text: detail };
    expect(state.trouble).toEqual(trouble);
    expect(asked).toEqual(['tellTabs', 'load']);
    const after = play(still, [...told, loaded(still)]);
    expect(after.commands).toEqual([
      { kind: 'reloadDraft' },
      { kind: 'giveBack', messages: [question('q2')] },
    ]);
    expect(ids(after.state)).toEqual(['q1', 'a1']);
    expect(after.state.trouble).toEqual(trouble);
  });

  test.each([404, 410])(
    'with %d, by the turn or by the load after it, says that it is gone',
    (status) => {
      for (const told of [
        [...turn, failed(refusal(status, 'No.'))],
        [...turn, failed(refusal(status, 'No.')), unloaded(refused(status, 'No.'))],
        [...turn, failed(refusal(409, 'Busy.')), unloaded(refused(status, 'No.'))],
      ]) {
        const text = `${GONE} ${TEXT_IS_KEPT}`;
        expect(play(still, told).state.trouble).toMatchObject({ kind: 'refused', text });
      }
    },
  );

  test('shows the conversation from before where it cannot be read any more', () => {
    const edited: Told[] = [
      ...OPENED,
      { kind: 'edit', id: 'q1', message: question('q2') },
      failed(refusal(404, 'No.')),
      unloaded(refused(404, 'No.')),
    ];
    const { state, asked } = play(still, edited);
    expect(ids(state)).toEqual(['q1', 'a1']);
    expect(asked).toEqual(['giveBack']);
  });

  test.each<[string, Told[], object]>([
    [
      'asked again',
      [{ kind: 'retry' }, failed(refusal(409, 'Busy.'))],
      { request: 'turn', text: 'Busy.' },
    ],
    [
      'continued, in a chat that is gone',
      [{ kind: 'continue' }, failed(refusal(404, 'No.')), unloaded(refused(404, 'No.'))],
      { request: 'turn', text: GONE },
    ],
    [
      'looked at, in a chat that is gone',
      [{ kind: 'sync' }, unloaded(refused(404, 'No.'))],
      { request: 'conversation', text: GONE },
    ],
    [
      'looked at',
      [{ kind: 'sync' }, unloaded(refused(500, 'Broken.'))],
      { request: 'conversation', text: 'Broken.' },
    ],
    [
      'shown on another branch',
      [{ kind: 'shown', failure: refused(409, 'Busy.') }],
      { request: 'branch', text: 'Busy.' },
    ],
  ])('says that it was %s', (_, told, trouble) => {
    expect(play(still, [...OPENED, ...told]).state.trouble).toMatchObject(trouble);
  });

  test('says that the stream of a running turn was refused', () => {
    const told = [...OPENED, failed(refusal(429, 'Too many.'))];
    expect(play(running, told).state.trouble).toMatchObject({ request: 'conversation' });
  });

  test('stays said while the reason why nobody could look after it is another one', () => {
    const told = [...turn, failed(refusal(409, 'Busy.')), unloaded(refused(500, 'Broken.'))];
    const trouble = { kind: 'refused', request: 'message', text: 'Busy.' };
    expect(play(still, told).state.trouble).toEqual(trouble);
  });

  test('is closed by the person', () => {
    const told: Told[] = [...turn, failed(refusal(409, 'Busy.')), { kind: 'closeTrouble' }];
    expect(play(still, told).state.trouble).toBeNull();
  });
});

describe('a turn that fails', () => {
  const turn: Told[] = [...OPENED, send('q2')];

  test('says why, and a message that somebody began to answer does not come back', () => {
    const told = [...turn, streamed(answerOf('a2', '')), failed(new Error('It broke.'), true)];
    expect(play(still, told).state.trouble).toEqual({ kind: 'failed', text: 'It broke.' });
    expect(play(still, [...told, loaded(still)]).asked).toEqual(['reloadDraft']);
  });

  test('a message that the server has does not come back either', () => {
    const chat = toChat([...TALK, question('q2')]);
    const { asked, state } = play(still, [...turn, failed(LOST), loaded(chat)]);
    expect(asked).toEqual(['reloadDraft']);
    expect(ids(state)).toEqual(['q1', 'a1', 'q2']);
  });
});

describe('a dead line', () => {
  const lost: Told[] = [...OPENED, send('q2'), failed(LOST)];

  test('is looked at every four seconds', () => {
    const { state, commands } = play(still, lost);
    expect(state.trouble).toEqual({ kind: 'lost' });
    expect(commands.at(-1)).toMatchObject({ kind: 'wait', milliseconds: 4_000 });
    const unread = [...lost, unloaded({ reason: 'network' })];
    expect(play(still, unread).commands).toEqual([]);
    expect(play(still, [...unread, paused]).asked).toEqual(['load', 'wait']);
  });

  test('keeps the message until the server is there again, then gives it back', () => {
    const unread = [...lost, unloaded({ reason: 'network' }), paused];
    const { state, asked } = play(still, [...unread, loaded(still)]);
    expect(asked).toEqual(['reloadDraft', 'giveBack']);
    expect(state.trouble).toBeNull();
    expect(state.waiting).toBeNull();
  });

  test.each<[string, Told]>([
    ['finds no network', failed(LOST)],
    ['is refused', failed(refusal(422, 'This chat has no such message.'))],
  ])('gives back every message where the next one %s as well', (_, end) => {
    const told = [...lost, unloaded({ reason: 'network' }), send('q3'), end];
    expect(ids(play(still, told).state)).toEqual(['q1', 'a1', 'q2', 'q3']);
    const { state, commands } = play(still, [...told, loaded(still)]);
    expect(commands).toContainEqual({
      kind: 'giveBack',
      messages: [question('q2'), question('q3')],
    });
    expect(ids(state)).toEqual(['q1', 'a1']);
    const gone = play(still, [...told, unloaded(refused(404, 'No.'))]);
    expect(ids(gone.state)).toEqual(['q1', 'a1']);
    expect(gone.commands).toEqual([
      { kind: 'giveBack', messages: [question('q2'), question('q3')] },
    ]);
  });

  test.each([429, 500, 503])(
    'keeps the message where the look is answered %s for now',
    (status) => {
      const told = [...lost, unloaded(refused(status, 'Too many requests.'))];
      const { state, asked } = play(still, told);
      expect(asked).toEqual([]);
      expect(state.trouble).toEqual({ kind: 'lost' });
      expect(ids(state)).toEqual(['q1', 'a1', 'q2']);
      const running = toChat([...TALK, question('q2')], { isRunning: true });
      const found = play(still, [...told, paused, loaded(running)]);
      expect(found.asked).not.toContain('giveBack');
      expect(found.state.trouble).toBeNull();
    },
  );

  test('keeps the first message until it is given back itself', () => {
    const begun: Told[] = [{ kind: 'entered' }, settled(question('q1')), failed(LOST)];
    const told: Told[] = [
      ...begun,
      unloaded({ reason: 'network' }),
      { kind: 'edit', id: 'q1', message: question('q2') },
      accepted,
    ];
    expect(play(toChat([]), told).asked).toEqual([]);
    const { commands } = play(toChat([]), [...told, ended, loaded(toChat([question('q2')]))]);
    expect(commands).toEqual([
      { kind: 'reloadDraft' },
      { kind: 'giveBack', messages: [question('q1')] },
      { kind: 'forgetFirst' },
    ]);
  });

  test('an accepted message was accepted with those before it, and does not come back', () => {
    const told = [...lost, unloaded({ reason: 'network' }), send('q3'), accepted, failed(LOST)];
    expect(play(still, [...told, loaded(still)]).asked).toEqual(['reloadDraft']);
  });

  test('is not looked at any longer after the page is left, nor by an old pause', () => {
    expect(play(still, [...lost, { kind: 'left' }]).state.waiting).toBeNull();
    const { number } = play(still, lost).commands.find((each) => each.kind === 'wait') ?? {
      number: 0,
    };
    const found: Told[] = [...lost, loaded(still), { kind: 'waited', number }];
    expect(play(still, found).commands).toEqual([]);
  });
});

describe('an answer that this page cannot read', () => {
  const unread: Told[] = [...OPENED, { kind: 'sync' }, unloaded(UNREADABLE)];

  test('is no dead line, and not asked for again', () => {
    const { state, asked } = play(still, unread);
    expect(state.trouble).toEqual({ kind: 'unreadable' });
    expect(state.waiting).toBeNull();
    expect(asked).toEqual([]);
  });

  test('gives the message back', () => {
    const told = [...OPENED, send('q2'), failed(LOST), unloaded(UNREADABLE)];
    const { state, asked } = play(still, told);
    expect(asked).toEqual(['giveBack']);
    expect(ids(state)).toEqual(['q1', 'a1']);
    expect(state.trouble).toEqual({ kind: 'unreadable' });
    expect(state.waiting).toBeNull();
  });

  test('is over with one that it can read', () => {
    const told: Told[] = [...unread, { kind: 'changed' }, loaded(still)];
    expect(play(still, told).state.trouble).toBeNull();
  });
});

describe('a turn that runs on the server', () => {
  test.each<[string, Told[], { busy: boolean; asked: Kinds }]>([
    ['is busy from the first moment', [], { busy: true, asked: [] }],
    ['is asked for', OPENED, { busy: true, asked: ['loadLimits', 'resume'] }],
    ['streams', [...OPENED, streamed(answerOf('a1'))], { busy: true, asked: [] }],
    ['ends with its stream', [...OPENED, ended], { busy: false, asked: ['tellTabs', 'load'] }],
    [
      'has no stream: one look at the outcome',
      [...OPENED, missing],
      { busy: true, asked: ['load'] },
    ],
    [
      'is over, says the look',
      [...OPENED, missing, loaded(still)],
      { busy: false, asked: ['reloadDraft'] },
    ],
    [
      'still runs, says the look: the stream is asked for again',
      [...OPENED, missing, loaded(running)],
      { busy: true, asked: ['reloadDraft', 'resume'] },
    ],
    [
      'has no stream again: it is not waited for any longer',
      [...OPENED, missing, loaded(running), missing],
      { busy: false, asked: [] },
    ],
    [
      'cannot be looked at',
      [...OPENED, missing, unloaded(refused(500, 'Broken.'))],
      { busy: false, asked: [] },
    ],
    ['cannot be reached', [...OPENED, failed(LOST)], { busy: false, asked: ['load', 'wait'] }],
    [
      'refuses its stream: one look',
      [...OPENED, failed(refusal(429, 'Too many.'))],
      { busy: false, asked: ['load'] },
    ],
    [
      'refuses its stream again: no look without end',
      [
        ...OPENED,
        failed(refusal(429, 'Too many.')),
        loaded(running),
        failed(refusal(429, 'Too many.')),
      ],
      { busy: false, asked: [] },
    ],
    [
      'answers with something else: no look',
      [...OPENED, failed(new Error('<html>'))],
      { busy: false, asked: [] },
    ],
    [
      'breaks off in the middle',
      [...OPENED, streamed(answerOf('a1', 'N')), failed(LOST, true)],
      { busy: false, asked: ['tellTabs', 'load', 'wait'] },
    ],
  ])('%s', (_, told, expected) => {
    const { state, asked } = play(running, told);
    expect({ busy: isBusy(state), asked }).toEqual(expected);
  });

  test('a later turn without a stream is looked at once more', () => {
    const over: Told[] = [...OPENED, missing, loaded(still)];
    const later: Told[] = [...over, { kind: 'changed' }, loaded(running), missing];
    expect(play(running, later).asked).toEqual(['load']);
  });

  test('a turn that another tab began is streamed here as well', () => {
    const { asked, state } = play(still, [...OPENED, { kind: 'changed' }, loaded(running)]);
    expect(asked).toEqual(['reloadDraft', 'resume']);
    expect(isBusy(state)).toBe(true);
  });
});

describe('the conversation is asked for', () => {
  test.each<[string, typeof still, Told[], Kinds]>([
    ['when it may have changed', still, [{ kind: 'changed' }], ['load']],
    ['when the person wants it', still, [{ kind: 'sync' }], ['load']],
    ['once for two wishes', still, [{ kind: 'changed' }, { kind: 'sync' }], []],
    ['not while a turn runs', still, [send('q2'), { kind: 'changed' }], []],
    [
      'not while a turn of this page runs, even for the person',
      still,
      [send('q2'), { kind: 'sync' }],
      [],
    ],
    ['not while a stream is awaited', running, [{ kind: 'changed' }], []],
    ['not after the page is left', still, [{ kind: 'left' }, { kind: 'changed' }], []],
  ])('%s', (_, initial, told, expected) => {
    expect(play(initial, [...OPENED, ...told]).asked).toEqual(expected);
  });

  test.each<[string, Told, string[]]>([
    ['the branch was switched', { kind: 'shown', failure: null }, ['tellTabs']],
    ['another tab has changed something', { kind: 'changed' }, []],
    ['a decision was carried out', { kind: 'decided' }, ['reloadDraft', 'tellTabs']],
  ])('once more where %s while it was loaded', (_, event, atOnce) => {
    const told: Told[] = [...OPENED, send('q2'), ended, event];
    expect(play(still, told).asked).toEqual(atOnce);
    const old = toChat([...TALK, question('q2'), answerOf('a2')]);
    expect(play(still, [...told, loaded(old)]).asked).toEqual(['load']);
    const { state } = play(still, [...told, loaded(old), loaded(still)]);
    expect(ids(state)).toEqual(['q1', 'a1']);
  });

  test('a slow line is not asked for without end', () => {
    const lost = [...OPENED, send('q2'), failed(LOST), paused];
    expect(play(still, [...lost, loaded(still)]).asked).toEqual(['reloadDraft', 'giveBack']);
  });

  test('an answer from before a turn does not take its message away', () => {
    const asked: Told[] = [...OPENED, { kind: 'sync' }, send('q2')];
    const { state, commands } = play(still, [...asked, loaded(still)]);
    expect(ids(state)).toEqual(['q1', 'a1', 'q2']);
    expect(commands).toEqual([]);
  });

  test('whoever asks after the turn gets an answer that knows of it', () => {
    const old: Told[] = [...OPENED, { kind: 'sync' }, send('q2'), ended];
    expect(play(still, old).asked).toEqual(['tellTabs']);
    expect(play(still, [...old, loaded(still)]).asked).toEqual(['load']);
    const chat = toChat([...TALK, question('q2'), answerOf('a2')]);
    expect(ids(play(still, [...old, loaded(still), loaded(chat)]).state)).toEqual(
      ids(play(chat, []).state),
    );
  });

  test('an answer after the page was left is not heard, nor by who comes back', () => {
    const { number } = play(still, [...OPENED, { kind: 'sync' }]).state.loading ?? { number: 0 };
    const late: Told = { kind: 'loaded', number, answer: { ok: true, value: toChat([]) } };
    const left: Told[] = [...OPENED, { kind: 'sync' }, { kind: 'left' }];
    expect(ids(play(still, [...left, late]).state)).toEqual(['q1', 'a1']);
    const back = play(still, [...left, ...OPENED, { kind: 'sync' }, late]);
    expect(ids(back.state)).toEqual(['q1', 'a1']);
    expect(back.state.loading).not.toBeNull();
  });
});

describe('a stop', () => {
  const asked: Told[] = [...OPENED, send('q2'), { kind: 'stop' }];

  test('is asked for until the turn has stopped', () => {
    expect(play(still, asked).asked).toEqual(['stopTurn']);
    expect(play(still, asked).state.stopping).toEqual({ state: 'asked' });
    expect(play(still, [...asked, ended]).state.stopping).toBeNull();
  });

  test.each([
    [refused(500, 'It broke.'), 'It broke.'],
    [{ reason: 'network' } as const, 'The server could not be reached.'],
  ])('that is not heard says so, and may be asked again', (failure, text) => {
    const unheard: Told[] = [...asked, { kind: 'stopFailed', failure }];
    expect(play(still, unheard).state.stopping).toEqual({ state: 'unheard', text });
    const again: Told[] = [...unheard, { kind: 'stop' }];
    expect(play(still, again).state.stopping).toEqual({ state: 'asked' });
  });

  test('that fails after the turn is over says nothing', () => {
    const late: Told[] = [...asked, ended, { kind: 'stopFailed', failure: { reason: 'network' } }];
    expect(play(still, late).state.stopping).toBeNull();
    const next: Told[] = [...asked, ended, send('q3'), late.at(-1) ?? ended];
    expect(play(still, next).state).toMatchObject({ stopping: null });
  });
});

describe('another branch', () => {
  test('is shown by the server, which is asked afterwards', () => {
    expect(play(still, [...OPENED, { kind: 'show', leaf: 'a0' }]).commands).toEqual([
      { kind: 'showBranch', leaf: 'a0' },
    ]);
    const { asked, state } = play(still, [...OPENED, { kind: 'shown', failure: null }]);
    expect(asked).toEqual(['tellTabs', 'load']);
    expect(state.trouble).toBeNull();
  });

  test('that cannot be shown says why', () => {
    const of = (failure: Parameters<typeof unloaded>[0]) =>
      play(still, [...OPENED, { kind: 'shown', failure }]).state.trouble;
    expect(of(refused(409, 'Busy.'))).toMatchObject({ kind: 'refused', text: 'Busy.' });
    expect(of({ reason: 'network' })).toEqual({ kind: 'lost' });
  });
});
