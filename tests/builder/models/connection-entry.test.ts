import { describe, expect, test } from 'vitest';

import {
  beginConnectionEntry,
  isTested,
  stepConnectionEntry,
  toConnection,
  type ConnectionEntry,
  type ConnectionEntryEvent,
} from '#app/builder/connect/connection-entry.ts';
import { PROVIDER_PRESETS } from '#app/builder/connect/provider-presets.ts';
import type { OfferedModels, Trial } from '#app/builder/models/trial.ts';
import { fail, succeed } from '#app/platform/result.ts';

const [FIRST, SECOND = FIRST] = PROVIDER_PRESETS;
const LIST: OfferedModels = { ok: true, models: [{ id: 'm' }] };
const WRONG_KEY: Trial = { ok: false, failed: 'key', detail: 'No.' };
const LOST = fail({ reason: 'network' });

type Told = ConnectionEntryEvent | ((state: ConnectionEntry) => ConnectionEntryEvent);

const tested =
  (answer: Trial | typeof LOST): Told =>
  ({ version }) => ({
    kind: 'tested',
    version,
    answer: 'reason' in answer ? answer : succeed(answer),
  });
const listed =
  (answer: OfferedModels | typeof LOST): Told =>
  ({ listVersion }) => ({
    kind: 'listed',
    listVersion,
    answer: 'reason' in answer ? answer : succeed(answer),
  });
const change = (part: object): Told => ({ kind: 'changed', part });
const works: Told[] = [{ kind: 'testing' }, tested({ ok: true })];
const hasList: Told[] = [{ kind: 'listing' }, listed(LIST)];

function play(...told: Told[]): ConnectionEntry {
  return told.reduce<ConnectionEntry>(
    (state, each) => stepConnectionEntry(state, typeof each === 'function' ? each(state) : each),
    beginConnectionEntry(),
  );
}

/** Tells something later that answers what was asked in the beginning. */
const late = (answer: Told, asked: Told[]): Told => {
  const event = typeof answer === 'function' ? answer(play(...asked)) : answer;
  return event;
};

describe('a trial', () => {
  test.each<[string, Told[], object]>([
    ['is shown while it runs', [{ kind: 'testing' }], { trial: 'running', failure: null }],
    ['that succeeds stays', works, { trial: { ok: true } }],
    ['that fails says where', [{ kind: 'testing' }, tested(WRONG_KEY)], { trial: WRONG_KEY }],
    [
      'without an answer says so',
      [{ kind: 'testing' }, tested(LOST)],
      { trial: null, failure: LOST },
    ],
    [
      'that runs again forgets the failure before',
      [{ kind: 'testing' }, tested(LOST), { kind: 'testing' }],
      { failure: null },
    ],
    ['is of no use after a change of the key', [...works, change({ value: 'x' })], { trial: null }],
    [
      'is of no use after a change of the model',
      [...works, change({ model: 'x' })],
      { trial: null },
    ],
    [
      'is of no use for another provider',
      [...works, { kind: 'chosen', preset: SECOND }],
      { trial: null },
    ],
    [
      'survives the closing of its failure',
      [...works, { kind: 'failureSeen' }],
      { trial: { ok: true } },
    ],
  ])('%s', (_, told, expected) => {
    expect(play(...told)).toMatchObject(expected);
  });

  test('that was asked for before a change, or before the window was closed, is dropped', () => {
    const asked: Told[] = [{ kind: 'testing' }];
    for (const event of [change({ model: 'x' }), { kind: 'closed' }] satisfies Told[]) {
      const before = play(...asked, event);
      expect(play(...asked, event, late(tested({ ok: true }), asked))).toEqual(before);
      expect(isTested(before)).toBe(false);
    }
  });
});

describe('the list of models', () => {
  test.each<[string, Told[], object]>([
    ['is shown while it loads', [{ kind: 'listing' }], { offered: 'loading' }],
    ['is shown', hasList, { offered: LIST }],
    [
      'that cannot be loaded says so',
      [{ kind: 'listing' }, listed(LOST)],
      { offered: null, failure: LOST },
    ],
    ['stays for another model', [...hasList, change({ model: 'm' })], { offered: LIST }],
    ['is another one for another key', [...hasList, change({ value: 'x' })], { offered: null }],
    [
      'is another one at another address',
      [...hasList, change({ baseUrl: 'x' })],
      { offered: null },
    ],
    [
      'is another one of another provider',
      [...hasList, { kind: 'chosen', preset: SECOND }],
      { offered: null },
    ],
  ])('%s', (_, told, expected) => {
    expect(play(...told)).toMatchObject(expected);
  });

  test('that was asked for before another one is dropped', () => {
    const asked: Told[] = [{ kind: 'listing' }];
    for (const event of [{ kind: 'listing' }, change({ value: 'x' })] satisfies Told[]) {
      const before = play(...asked, event);
      expect(play(...asked, event, late(listed(LIST), asked))).toEqual(before);
    }
    expect(play(...asked, change({ model: 'm' }), late(listed(LIST), asked)).offered).toEqual(LIST);
  });
});

test('a provider brings its address and model, and no key', () => {
  const { fields, preset } = play(change({ value: 'secret' }), { kind: 'chosen', preset: SECOND });
  expect(preset).toBe(SECOND);
  expect(fields).toEqual({ baseUrl: SECOND.baseUrl, model: SECOND.models[0] ?? '', value: '' });
});

test('a connection is what was typed in, without space around it', () => {
  const state = play(change({ baseUrl: ' https://a.test ', model: ' m ', value: ' k ' }));
  expect(toConnection(state)).toEqual({
    kind: FIRST.kind,
    baseUrl: 'https://a.test',
    model: 'm',
    value: 'k',
  });
});

test('keeping ends with the window, or with the reason why it cannot be kept', () => {
  expect(play({ kind: 'keeping' }).isKeeping).toBe(true);
  expect(play({ kind: 'keeping' }, { kind: 'kept', failure: null })).toMatchObject({
    isKeeping: false,
    failure: null,
  });
  const failure = { reason: 'network' } as const;
  expect(play({ kind: 'keeping' }, { kind: 'kept', failure })).toMatchObject({
    isKeeping: false,
    failure,
  });
});
