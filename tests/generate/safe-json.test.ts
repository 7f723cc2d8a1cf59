import fc from 'fast-check';
import { expect, test } from 'vitest';

import { toSafeJson, toSafeJsonPieces } from '#app/blueprint/generate/safe-json.ts';

const value = fc.oneof(
  fc.jsonValue(),
  fc.constant(undefined),
  fc.array(fc.jsonValue()),
  fc.dictionary(fc.string(), fc.option(fc.jsonValue(), { nil: undefined })),
);

test('the joined pieces equal the JSON text', () => {
  const key = fc.oneof(fc.string(), fc.constant('__proto__'));
  fc.assert(
    fc.property(fc.dictionary(key, value), (whole) => {
      expect([...toSafeJsonPieces(whole)].join('')).toBe(`${toSafeJson(whole)}\n`);
    }),
    { numRuns: 1_000 },
  );
});

test('no piece of a long list is much longer than necessary', () => {
  const item = 'x'.repeat(10_000);
  const pieces = [...toSafeJsonPieces({ list: Array.from({ length: 100 }, () => item) })];
  expect(pieces.length).toBeGreaterThan(10);
  for (const piece of pieces) expect(piece.length).toBeLessThan(80_000);
});
