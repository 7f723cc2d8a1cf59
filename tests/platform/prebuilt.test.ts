import { expect, test } from 'vitest';

import importEntry from 'virtual:prebuilt/import-entry';
import confinementEntry from 'virtual:prebuilt/confinement-entry';
import noConfinementEntry from 'virtual:prebuilt/no-confinement-entry';
import toolEntry from 'virtual:prebuilt/tool-entry';
import { isDevelopment, version } from 'virtual:build';

/** What a dynamic Worker finds beside the module. */
const GIVEN = /^(cloudflare:\w+|node:[\w/]+|\.\/confinement-entry\.ts|\.\/src\/server\.ts)$/;

function listImports(text: string): string[] {
  const found = text.matchAll(/(?:^|;|\n)import[^"';]*["']([^"']+)["']/g);
  return [...found].map(([, from]) => String(from));
}

test.each([
  ['import-entry', importEntry],
  ['tool-entry', toolEntry],
  ['confinement-entry', confinementEntry],
  ['no-confinement-entry', noConfinementEntry],
])('%s is one module that needs nothing but what a dynamic Worker is given', (_name, text) => {
  const imports = listImports(text);
  expect(imports.filter((from) => !GIVEN.test(from))).toEqual([]);
  expect(text).toMatch(/export\s*\{/);
  expect(text).not.toMatch(/\beval\(|new Function\(/);
});

test('an isolate is locked down before a module of the server loads', () => {
  const imports = listImports(toolEntry).filter((from) => !from.startsWith('cloudflare:'));
  expect(imports).toEqual(['./confinement-entry.ts', './src/server.ts']);
  expect(listImports(confinementEntry)).toEqual([]);
});

test('a build is not one for development, and knows its version', () => {
  expect(isDevelopment).toBe(false);
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
});
