import { utimesSync } from 'node:fs';

import { expect, test } from 'vitest';

import { buildKey } from '../../scripts/build-key.mjs';

test('a source that was only touched makes no new build, another variant does', () => {
  const before = buildKey('worker', 'production');
  utimesSync('public/favicon.svg', new Date(), new Date());
  expect(buildKey('worker', 'production')).toBe(before);
  expect(buildKey('worker', 'tests localhost:9199')).not.toBe(before);
  expect(buildKey('cli')).not.toBe(before);
});
