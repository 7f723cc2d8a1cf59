import { expect, test } from 'vitest';

import { maskToken, viewToken, toDuration } from '#app/auth/logtok/token-view.ts';

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const make = (payload: unknown) => `${encode({ alg: 'RS256' })}.${encode(payload)}.signature`;

test('each claim of a token is a row, with its meaning and, for times, when that is', () => {
  const view = viewToken(
    make({ sub: 'u1', exp: 1_700_003_600, iat: 1_700_000_000, firebase: { a: [1] }, mine: true }),
  );
  expect(view?.issuedAt).toBe(1_700_000_000_000);
  expect(view?.expiresAt).toBe(1_700_003_600_000);
  expect(view?.claims).toEqual([
    { name: 'sub', value: 'u1', meaning: 'Your user id', time: null },
    { name: 'exp', value: '1700003600', meaning: 'When it expires', time: 1_700_003_600_000 },
    { name: 'iat', value: '1700000000', meaning: 'When it was issued', time: 1_700_000_000_000 },
    { name: 'firebase', value: '{"a":[1]}', meaning: 'How you signed in', time: null },
    { name: 'mine', value: 'true', meaning: '', time: null },
  ]);
});

test('names in any script are read as they were written', () => {
  const view = viewToken(make({ name: 'Łukasz Ōe 🙂', exp: 2, iat: 1 }));
  expect(view?.claims[0]?.value).toBe('Łukasz Ōe 🙂');
});

test.each(['', 'a.b', 'a.!!.c', make([1]), make('x'), make({ sub: 'u' })])(
  'what is no token (%s) is not shown as one',
  (text) => {
    expect(viewToken(text)).toBeNull();
  },
);

test('a covered token shows its ends and not its length', () => {
  const short = maskToken(make({ sub: 'u' }));
  expect(short).toHaveLength(34);
  expect(maskToken(make({ sub: 'u'.repeat(999) }))).toHaveLength(34);
  expect(short.endsWith('ture')).toBe(true);
  expect(maskToken('abcdefghij')).not.toContain('ghij');
});

test('time left is told in minutes and seconds', () => {
  expect(toDuration(3_599)).toBe('59 min 59 s');
  expect(toDuration(60)).toBe('1 min 0 s');
  expect(toDuration(59)).toBe('59 s');
});
