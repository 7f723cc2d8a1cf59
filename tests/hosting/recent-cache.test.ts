import { expect, test } from 'vitest';

import { createRecentCache } from '#app/hosting/recent-cache.ts';

/** A cache of 10 that tells which keys had to be loaded. */
function recording() {
  const loaded: string[] = [];
  const cache = createRecentCache<string>(10);
  const ask = (key: string, size: number) =>
    cache(key, async () => {
      loaded.push(key);
      return { value: `value of ${key}`, size };
    });
  return { ask, loaded };
}

test('what fits together is loaded once, and what was asked for last stays', async () => {
  const { ask, loaded } = recording();
  await ask('a', 4);
  await ask('b', 4);
  expect(await ask('a', 4)).toBe('value of a');
  await ask('c', 4);
  await ask('a', 4);
  await ask('b', 4);
  expect(loaded).toEqual(['a', 'b', 'c', 'b']);
});

test('one value above the size is kept alone, and makes room again', async () => {
  const { ask, loaded } = recording();
  await ask('a', 4);
  await ask('huge', 50);
  await ask('huge', 50);
  await ask('a', 4);
  await ask('b', 4);
  await ask('a', 4);
  expect(loaded).toEqual(['a', 'huge', 'a', 'b']);
});
