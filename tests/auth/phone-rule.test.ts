import { expect, test } from 'vitest';

import { isPhoneLike } from '#app/auth/phone-rule.ts';

const DESK = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36';
const FIREFOX_PHONE = 'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0';
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1';
const ANDROID_TABLET =
  'Mozilla/5.0 (Linux; Android 16; Tab) AppleWebKit/537.36 Chrome/156.0 Safari/537.36';

test.each([IPHONE, ANDROID, FIREFOX_PHONE])(
  'a phone is one however wide it is held: %s',
  (agent) => {
    expect(isPhoneLike({ userAgent: agent, width: 932, hasTouch: true })).toBe(true);
  },
);

test.each([
  ['a desk', DESK, 1280, false, false],
  ['a narrow window of a desk', DESK, 400, false, false],
  ['a narrow window that can be touched', DESK, 768, true, true],
  ['a wider one', DESK, 769, true, false],
  ['a tablet', ANDROID_TABLET, 1024, true, false],
  ['a tablet held upright', IPAD, 768, true, true],
  ['a tablet of Apple, which calls itself mobile', IPAD, 1024, true, false],
])('%s', (_, userAgent, width, hasTouch, expected) => {
  expect(isPhoneLike({ userAgent, width, hasTouch })).toBe(expected);
});
