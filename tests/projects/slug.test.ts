import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findSlugProblem, toDefaultSlug } from '#app/projects/slug.ts';

const LONGEST = 'a'.repeat(48);

test.each(['abc', 'a-1', '123', 'my-server', 'd-1', LONGEST])('"%s" names an endpoint', (slug) => {
  expect(findSlugProblem(slug)).toBeNull();
});

test.each([
  '',
  'a',
  'ab',
  `${LONGEST}a`,
  'Server',
  'a b',
  'a_b',
  'a.b',
  'a/b',
  'a--b',
  '-ab',
  'ab-',
  'ähm',
  'abc\n',
  'аbc',
])('%j names none', (slug) => {
  expect(findSlugProblem(slug)).toMatch(/^An address name has 3 to 48/);
});

test.each(['d', 'mcp', 'health', 'well-known', 'oauth'])('"%s" is reserved', (slug) => {
  expect(findSlugProblem(slug)).toBe(`The address name "${slug}" is reserved. Choose another one.`);
});

test('the name that is made of any server’s can be used', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary-ascii', maxLength: 120 }), fc.constant('x-'.repeat(40))),
      fc.uint8Array({ minLength: 4, maxLength: 16 }),
      (name, random) => {
        expect(findSlugProblem(toDefaultSlug(name, random))).toBeNull();
      },
    ),
  );
});

test('it begins with the name, and ends otherwise for other random bytes', () => {
  expect(toDefaultSlug('Acme Billing API', new Uint8Array([0, 1, 2, 3]))).toBe(
    'acme-billing-api-abcd',
  );
  expect(toDefaultSlug('Acme Billing API', new Uint8Array([3, 2, 1, 0]))).toBe(
    'acme-billing-api-dcba',
  );
});
