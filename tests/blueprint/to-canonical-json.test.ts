import fc from 'fast-check';
import { expect, test } from 'vitest';

import { toCanonicalJson } from '#app/blueprint/diff/to-canonical-json.ts';

/** As an engine prints an object whose keys were added in order. */
function print(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

const aKey = fc.oneof(
  fc.string(),
  fc.constantFrom('10', '9', '01', '4294967294', '4294967295', '-1', '1.5', 'a'),
);

test('the print of a value stays the one that is stored', () => {
  const aValue = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue({ maxDepth: 0 }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(aKey, tie('value'), { maxKeys: 6 }),
    ),
  })).value;
  fc.assert(
    fc.property(aValue, (value) => {
      expect(toCanonicalJson(value)).toBe(print(value));
    }),
    { numRuns: 2_000 },
  );
  expect(toCanonicalJson({ b: undefined, a: [undefined, 1] })).toBe('{"a":[null,1]}');
});
