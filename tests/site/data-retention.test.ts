import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { KEPT_BY_THE_BROWSER } from '#app/site/data-retention.ts';

test('the privacy policy names everything that our scripts keep in the browser', () => {
  const sources = globSync('app/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
  const keeping = sources.filter((source) => source.includes('Storage.setItem('));
  const keys = keeping.flatMap((source) =>
    [...source.matchAll(/^(?:export )?const \w*KEY = '([^']+)'/gm)].map(([, key]) => key),
  );
  expect(keys).toContain('auth_return_url');
  const named = KEPT_BY_THE_BROWSER.map(({ name }) => name).join(', ');
  expect(keys.filter((key) => !named.includes(key ?? ''))).toEqual([]);
});
