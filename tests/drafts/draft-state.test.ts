import { describe, expect, test } from 'vitest';

import {
  DRAFT_LIFETIME_MS,
  nextAlarm,
  readHead,
  reduceDraft,
  TOMBSTONE_MS,
  DraftState,
} from '#app/drafts/draft-state.ts';

const CONTENT = { blueprint: 'b1', artifact: 'a1', warnings: 'w1' };
const EMPTY: DraftState = { kind: 'empty' };

function create(now = 1_000): DraftState {
  const made = reduceDraft(
    EMPTY,
    { kind: 'create', id: 'd', owner: 'g', isKept: false, content: CONTENT },
    now,
  );
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
  const event = {
    kind: 'create',
    id: 'd',
    owner: 'other',
    isKept: false,
    content: CONTENT,
  } as const;
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

describe('a draft that is claimed', () => {
  const claim = { kind: 'claim', guest: 'g', account: 'a' } as const;

  test('is the account’s, does not expire, and keeps its revision', () => {
    const claimed = reduceDraft(create(), claim, 2_000);
    if (!claimed.ok) throw new Error(claimed.reason);
    const late = 1_000 + 2 * DRAFT_LIFETIME_MS;
    expect(readHead(claimed.value, late)).toMatchObject({
      value: { owner: 'a', expiresAt: null, revision: 1, ...CONTENT },
    });
    expect(nextAlarm(claimed.value)).toBeNull();
    const event = { kind: 'change', revision: 1, environment: 'test' } as const;
    const changed = reduceDraft(claimed.value, event, late);
    expect(changed.ok && readHead(changed.value, late)).toMatchObject({
      value: { owner: 'a', expiresAt: null, revision: 2 },
    });
  });

  test('stays so when it is claimed again, and is nobody else’s', () => {
    const claimed = reduceDraft(create(), claim, 2_000);
    if (!claimed.ok) throw new Error(claimed.reason);
    expect(reduceDraft(claimed.value, claim, 3_000)).toEqual(claimed);
    for (const other of [
      { ...claim, account: 'b' },
      { ...claim, guest: 'h', account: 'b' },
    ]) {
      expect(reduceDraft(claimed.value, other, 3_000)).toEqual({ ok: false, reason: 'unknown' });
    }
    expect(reduceDraft(create(), { ...claim, guest: 'h' }, 2_000).ok).toBe(false);
    expect(reduceDraft(EMPTY, claim, 2_000)).toEqual({ ok: false, reason: 'unknown' });
  });

  test('after it expired is not brought back', () => {
    const late = 1_000 + DRAFT_LIFETIME_MS;
    expect(reduceDraft(create(), claim, late)).toEqual({ ok: false, reason: 'expired' });
  });
});

test('its owner ends a draft, and nobody else', () => {
  const stranger = reduceDraft(create(), { kind: 'remove', owner: 'h' }, 2_000);
  expect(stranger).toEqual({ ok: false, reason: 'unknown' });
  const removed = reduceDraft(create(), { kind: 'remove', owner: 'g' }, 2_000);
  if (!removed.ok) throw new Error(removed.reason);
  expect(readHead(removed.value, 2_000)).toEqual({ ok: false, reason: 'expired' });
  expect(nextAlarm(removed.value)).toBe(2_000 + TOMBSTONE_MS);
});

const BASE = { project: 'p', version: 3 };

test('a draft that was saved remembers the version, and stays at its revision', () => {
  const linked = reduceDraft(create(), { kind: 'link', base: BASE }, 2_000);
  expect(linked.ok && readHead(linked.value, 2_000)).toMatchObject({
    value: { base: BASE, revision: 1, expiresAt: 1_000 + DRAFT_LIFETIME_MS },
  });
  const changed = linked.ok && reduceDraft(linked.value, { kind: 'change', revision: 1 }, 3_000);
  expect(changed && changed.ok && readHead(changed.value, 3_000)).toMatchObject({
    value: { base: BASE, revision: 2 },
  });
});

test('a deleted draft is saved as nothing', () => {
  const deleted = reduceDraft(create(), { kind: 'delete' }, 2_000);
  if (!deleted.ok) throw new Error(deleted.reason);
  expect(reduceDraft(deleted.value, { kind: 'link', base: BASE }, 3_000)).toMatchObject({
    reason: 'unknown',
  });
});

test('a draft may begin with a version', () => {
  const made = reduceDraft(
    EMPTY,
    { kind: 'create', id: 'd', owner: 'a', isKept: true, content: CONTENT, base: BASE },
    1_000,
  );
  expect(made.ok && readHead(made.value, 1_000)).toMatchObject({ value: { base: BASE } });
});

test('a draft that was stored before there were projects is read', () => {
  const stored = { kind: 'live', head: { ...CONTENT, id: 'd', revision: 4, environment: 'test' } };
  const head = { ...stored.head, owner: 'g', createdAt: 1_000, expiresAt: null };
  const read = DraftState.parse({ ...stored, head });
  expect(readHead(read, 2_000)).toEqual({ ok: true, value: head });
});
