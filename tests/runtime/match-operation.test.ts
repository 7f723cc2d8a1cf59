import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createRoute, matchesRoute, readVariables } from '#app/runtime/mock/match-operation.ts';

/** Values of the variables of a segment; null if it does not match. */
function match(template: string, path: string): string[] | null {
  const route = createRoute('GET', template, null);
  return matchesRoute(route, 'GET', path) ? [...readVariables(route, path).values()] : null;
}

test.each([
  ['/files/{name}.{type}', '/files/a.b.c', ['a.b', 'c']],
  ['/at/{lat},{lon}', '/at/1,2', ['1', '2']],
  ['/at/{lat},{lon}', '/at/,', ['', '']],
  ['/x{a}x', '/x', null],
  ['/{a}{b}', '/ab', ['ab', '']],
  ['/{a}-{b}-c', '/1-2-c', ['1', '2']],
  ['/{a}-{b}-c', '/1-c', null],
  ['/plain', '/plain', []],
])('%s on %s', (template, path, values) => {
  expect(match(template, path)).toEqual(values);
});

test('a path matches as a regular expression of its template would', () => {
  const piece = fc.constantFrom('a', 'b', '-', '');
  const template = fc.array(piece, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      template,
      fc.string({ unit: fc.constantFrom('a', 'b', '-'), maxLength: 9 }),
      (literals, text) => {
        const path = literals
          .map((literal, at) => (at === 0 ? literal : `{v${at}}${literal}`))
          .join('');
        const pattern = new RegExp(`^/${literals.join('([^]*)')}$`);
        expect(match(`/${path}`, `/${text}`)).toEqual(pattern.exec(`/${text}`)?.slice(1) ?? null);
      },
    ),
  );
});

test('eight variables in one segment are matched at once', () => {
  const template = `/${'{v}x'.repeat(8)}y`;
  expect(match(template, `/${'x'.repeat(8_000)}`)).toBeNull();
});
