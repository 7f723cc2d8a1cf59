import { expect, test } from 'vitest';

import { readMailedLink } from '#app/auth/email/mailed-link.ts';

const read = (search: string) => readMailedLink(new URLSearchParams(search));

test('an address without a mode holds no link of a mail', () => {
  expect(read('')).toBeNull();
  expect(read('reason=unverified&oobCode=abc')).toBeNull();
});

test.each(['verifyEmail', 'resetPassword', 'recoverEmail', 'verifyAndChangeEmail'])(
  'a link of Firebase for %s is read as it is',
  (mode) => {
    expect(read(`mode=${mode}&oobCode=abc&apiKey=key&lang=en`)).toEqual({ mode, code: 'abc' });
  },
);

test('a link of another kind, or without its code, is an unknown one', () => {
  expect(read('mode=signIn&oobCode=abc')).toEqual({ mode: 'unknown', code: 'abc' });
  expect(read('mode=verifyEmail')).toEqual({ mode: 'unknown', code: '' });
  expect(read('mode=&oobCode=abc')).toEqual({ mode: 'unknown', code: 'abc' });
});
