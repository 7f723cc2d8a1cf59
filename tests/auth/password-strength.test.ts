import { Request } from 'miniflare';
import { expect, test } from 'vitest';

import { estimateStrength, toPasswordHint } from '#app/auth/password/password-strength.ts';

import { answerBreached, BREACHED_HOST, sha1 } from '../fakes/breached-passwords.ts';

test.each([
  ['', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijklmnop', 'weak'],
  ['password123', 'weak'],
  ['123456', 'weak'],
  ['kxvqtw', 'weak'],
  ['brown-otter', 'fair'],
  ['brown-otter-la', 'good'],
  ['correct horse battery', 'strong'],
  ['T7#kqz!9vWp2$m', 'strong'],
])('"%s" is %s', (password, strength) => {
  expect(estimateStrength(password)).toBe(strength);
});

test('the hint names the least length, and the strength once there is something to judge', () => {
  expect(toPasswordHint('')).toBe('At least 6 characters.');
  expect(toPasswordHint('abc')).toBe('At least 6 characters. Strength: weak. Longer is stronger.');
  expect(toPasswordHint('correct horse battery')).toBe('At least 6 characters. Strength: strong.');
});

test('the fake list answers as the API’s page says', async () => {
  const ask = (path: string, headers = {}) =>
    answerBreached(new Request(`https://${BREACHED_HOST}${path}`, { headers }));
  const hash = sha1('password1');
  // The page's own example of a hash: that of "P@ssw0rd" begins with 21BD1.
  expect(sha1('P@ssw0rd').slice(0, 5)).toBe('21BD1');
  const found = ask(`/range/${hash.slice(0, 5)}`);
  expect(await found.text()).toBe(`${hash.slice(5)}:3100000`);
  expect(ask('/range/xyz').status).toBe(400);
  const padded = ask('/range/21bd1', { 'Add-Padding': 'true' });
  const lines = (await padded.text()).split('\r\n');
  expect(lines.length).toBeGreaterThanOrEqual(800);
  expect(lines.length).toBeLessThanOrEqual(1_000);
});
