import { expect, test } from 'vitest';

import {
  DRAFT_LIFETIME_MS,
  nextAlarm,
  readHead,
  reduceDraft,
  TOMBSTONE_MS,
  type DraftState,
} from '#app/builder/draft-state.ts';

const CONTENT = { blueprint: 'b1', artifact: 'a1', warnings: 'w1' };
const EMPTY: DraftState = { kind: 'empty' };

function create(now = 1_000): DraftState {
  const made = reduceDraft(EMPTY, { kind: 'create', id: 'd', owner: 'g', isKept: false, content: CONTENT }, now);
  if (!made.ok) throw new Error(made.reason);
  return made.value;
}

test('a new draft is at revision 1, on the mock upstream, and lives seven days', () => {
  expect(readHead(create(), 1_000)).toEqual({
    ok: true,
    value: {
      id: 'd',
      owner: 'g',
      ...CONTENT,
      revision: 1,
      environment: 'mock',
      createdAt: 1_000,
      expiresAt: 1_000 + DRAFT_LIFETIME_MS,
    },
  });
});

test('a change raises the revision and the life of the draft, and keeps what it does not name', () => {
  const changed = reduceDraft(
    create(),
    { kind: 'change', revision: 1, environment: 'test' },
    5_000,
  );
  expect(changed.ok && readHead(changed.value, 5_000)).toMatchObject({
    value: { revision: 2, environment: 'test', ...CONTENT, expiresAt: 5_000 + DRAFT_LIFETIME_MS },
  });
});

test('a change of an older revision is a conflict that names the current one', () => {
  const event = { kind: 'change', revision: 7, content: CONTENT } as const;
  expect(reduceDraft(create(), event, 2_000)).toEqual({
    ok: false,
    reason: 'conflict',
    revision: 1,
  });
});

test('an id is taken once', () => {
  const event = { kind: 'create', id: 'd', owner: 'other', isKept: false, content: CONTENT } as const;
  expect(reduceDraft(create(), event, 2_000)).toEqual({ ok: false, reason: 'taken' });
});

test('a draft expires by itself, even before its alarm rings', () => {
  const late = 1_000 + DRAFT_LIFETIME_MS;
  expect(readHead(create(), late - 1).ok).toBe(true);
  expect(readHead(create(), late)).toEqual({ ok: false, reason: 'expired' });
  const event = { kind: 'change', revision: 1, environment: 'test' } as const;
  expect(reduceDraft(create(), event, late)).toEqual({ ok: false, reason: 'expired' });
});

test('an expired draft is remembered as such for a month, then forgotten', () => {
  const late = 1_000 + DRAFT_LIFETIME_MS;
  const expired = reduceDraft(create(), { kind: 'alarm' }, late);
  if (!expired.ok) throw new Error(expired.reason);
  expect(nextAlarm(expired.value)).toBe(late + TOMBSTONE_MS);
  expect(reduceDraft(expired.value, { kind: 'alarm' }, late + TOMBSTONE_MS)).toEqual({
    ok: true,
    value: EMPTY,
  });
});

test('an unknown draft is unknown', () => {
  expect(readHead(EMPTY, 1)).toEqual({ ok: false, reason: 'unknown' });
});
