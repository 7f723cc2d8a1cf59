import { expect, test } from 'vitest';

import importEntry from 'virtual:prebuilt/import-entry';
import toolEntry from 'virtual:prebuilt/tool-entry';
import { isDevelopment, version } from 'virtual:build';

/** What a dynamic Worker finds beside the module. */
const GIVEN = /^(cloudflare:\w+|node:[\w/]+|\.\/src\/server\.ts)$/;

test.each([
  ['import-entry', importEntry],
  ['tool-entry', toolEntry],
])('%s is one module that needs nothing but what a dynamic Worker is given', (_name, text) => {
  const imports = [...text.matchAll(/(?:^|;|\n)import[^"';]*["']([^"']+)["']/g)].map(
    ([, from]) => from,
  );
  expect(imports.filter((from) => !GIVEN.test(from ?? ''))).toEqual([]);
  expect(text).toMatch(/export\s*\{/);
  expect(text).not.toMatch(/\beval\(|new Function\(/);
});

test('a build is not one for development, and knows its version', () => {
  expect(isDevelopment).toBe(false);
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
});
