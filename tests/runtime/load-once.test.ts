import { expect, test } from 'vitest';

import { loadOnce } from '#app/runtime/load-once.ts';

test('a load is repeated only after a failure', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('Not found.');
    return loads;
  });
  expect(loads).toBe(0);
  const first = await Promise.allSettled([load(), load()]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(loads).toBe(1);
  expect(await Promise.all([load(), load()])).toEqual([2, 2]);
  expect(await load()).toBe(2);
});
