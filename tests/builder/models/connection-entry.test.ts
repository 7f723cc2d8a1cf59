import { describe, expect, test } from 'vitest';

import {
  beginConnectionEntry,
  isTested,
  stepConnectionEntry,
  toConnection,
  type ConnectionEntry,
  type ConnectionEntryEvent,
} from '#app/builder/connect/connection-entry.ts';
import { readPrice } from '#app/builder/connect/connection-fields.ts';
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
  expect(fields).toEqual({
    baseUrl: SECOND.baseUrl,
    model: SECOND.models[0] ?? '',
    value: '',
    inputPrice: '',
    outputPrice: '',
  });
});

test('a connection is what was typed in, without space around it', () => {
  const state = play(change({ baseUrl: ' https://a.test ', model: ' m ', value: ' k ' }));
  expect(toConnection(state)).toEqual({
    kind: FIRST.kind,
    baseUrl: 'https://a.test',
    model: 'm',
    value: 'k',
    price: null,
  });
});

describe('the price of a model', () => {
  const PRICED: OfferedModels = {
    ok: true,
    models: [{ id: 'a', price: { input: 3, output: 15 } }, { id: 'b' }],
  };
  const list: Told[] = [{ kind: 'listing' }, listed(PRICED)];
  const typed: Told = { kind: 'priced', part: { inputPrice: '1', outputPrice: '2' } };
  const fieldsOf = (...told: Told[]) => {
    const { inputPrice, outputPrice } = play(...told).fields;
    return [inputPrice, outputPrice];
  };

  test.each<[string, Told[], string[]]>([
    ['is taken from the list', [change({ model: 'a' }), ...list], ['3', '15']],
    ['is that of the model that is picked', [...list, change({ model: 'a' })], ['3', '15']],
    ['goes with the model', [...list, change({ model: 'a' }), change({ model: 'b' })], ['', '']],
    ['stays as it was typed', [typed, change({ model: 'b' }), ...list], ['1', '2']],
    ['stays while the name of a model is typed', [typed, change({ model: 'x' })], ['1', '2']],
    ['is the listed one of another model', [typed, ...list, change({ model: 'a' })], ['3', '15']],
    ['may be typed over', [...list, change({ model: 'a' }), typed], ['1', '2']],
    ['goes with the provider', [typed, { kind: 'chosen', preset: SECOND }], ['', '']],
  ])('%s', (_, told, expected) => {
    expect(fieldsOf(...told)).toEqual(expected);
  });

  test('is no reason to test the connection again', () => {
    expect(isTested(play(...works, typed))).toBe(true);
  });

  test.each([
    ['3', '15', { input: 3, output: 15 }],
    [' 0,25 ', '1.25', { input: 0.25, output: 1.25 }],
    ['', ' ', null],
    ['0', '0', { input: 0, output: 0 }],
    ['3', '', undefined],
    ['three', '15', undefined],
    ['-1', '15', undefined],
    ['99999', '15', undefined],
  ])('is read from %j and %j', (inputPrice, outputPrice, expected) => {
    const { fields } = play({ kind: 'priced', part: { inputPrice, outputPrice } });
    expect(readPrice(fields)).toEqual(expected);
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
