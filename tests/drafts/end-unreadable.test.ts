import { expect, test } from 'vitest';

import { TOMBSTONE_MS, UNDELETE_MS } from '#app/drafts/draft-state.ts';
import { endOfUnreadable, endUnreadable } from '#app/drafts/end-unreadable.ts';

const NOW = 1_000_000_000;

/** A draft of a version that this one does not know. */
function stored(head: object) {
  return { kind: 'shelved', head: { owner: 'g', expiresAt: null, ...head } };
}

test('its owner removes it, and nobody whom it names another owner than', () => {
  const ended = { kind: 'expired', until: NOW + TOMBSTONE_MS };
  const remove = (value: unknown, owner: string) =>
    endUnreadable(value, { kind: 'remove', owner }, NOW);
  expect(remove(stored({}), 'g')).toEqual(ended);
  expect(remove(stored({}), 'h')).toBeNull();
  // Its row named the owner; the object says nothing else.
  for (const value of [null, 'text', {}, { head: { owner: 1 } }]) {
    expect(remove(value, 'g')).toEqual(ended);
  }
});

test('it ends when its time is over or its deletion final, and never where it does not say', () => {
  const alarm = (value: unknown) => endUnreadable(value, { kind: 'alarm' }, NOW);
  expect(alarm(stored({ expiresAt: NOW }))).toEqual({ kind: 'expired', until: NOW + TOMBSTONE_MS });
  expect(alarm(stored({ expiresAt: NOW + 1 }))).toBeNull();
  expect(alarm(stored({ deletedAt: NOW - UNDELETE_MS }))).toMatchObject({ kind: 'expired' });
  expect(alarm(stored({}))).toBeNull();
  expect(alarm({})).toBeNull();
  expect(endOfUnreadable(stored({ expiresAt: 5 }))).toBe(5);
  expect(endOfUnreadable('text')).toBeNull();
});
