import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { importDocument } from '#app/blueprint/import/import-document.ts';

import { ACCEPTED_DIFFERENCES } from './accepted-differences.ts';
import { addressOf, CORPUS_NAMES, parseDocument, readDocument } from './corpus.ts';
import { addTally, emptyTally, runOracle } from './oracle-run.ts';

const DOCUMENT_MS = 60_000;

/** Differences of each class; a call may have several. */
const COUNTS = {
  'accept-unsaid': 5_620,
  'accept-fewer': 7_467,
  'default-unsent': 538,
  'https-instead-of-http': 3_633,
  'same-name-twice': 33,
  'empty-list': 35,
  'sub-delimiters-escaped': 460,
  'media-range': 472,
  'form-of-no-object': 7,
  'line-break-in-part': 67,
  'part-of-json': 75,
  'blank-in-form': 310,
  'empty-path-segment': 2,
  'part-content-type': 10,
  'part-for-each-item': 11,
  'header-said-elsewhere': 10,
  'field-for-each-item': 1,
  'empty-value': 1,
  'nameless-header': 2,
  'null-body': 4,
  'deep-object-of-lists': 3_780,
};

const total = emptyTally();

// It warns of parameters that share a name, which is why they are named with their place.
beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

describe.each(CORPUS_NAMES)('%s', (name) => {
  test(
    'every call is the request that swagger-client builds',
    { timeout: DOCUMENT_MS },
    async () => {
      const text = readDocument(name);
      const address = addressOf(name);
      const outcome = await importDocument(text, { url: address });
      if (!outcome.ok) throw new Error(outcome.message);
      const { blueprint } = outcome.value;
      const tally = await runOracle({ name, address, root: parseDocument(text), blueprint });
      addTally(total, tally);
      expect(tally.unexplained).toEqual([]);
      expect(tally.equal + tally.accepted).toBe(tally.calls);
    },
  );
});

test('every difference is of a class that a specification decides', () => {
  const { wanted, calls, equal, equalButAccept, accepted, undrawn } = total;
  expect({ wanted, calls, equal, equalButAccept, accepted, undrawn: undrawn.length }).toEqual({
    wanted: 34_898,
    calls: 34_861,
    equal: 18_630,
    equalButAccept: 29_515,
    accepted: 16_231,
    undrawn: 37,
  });
  expect(Object.fromEntries(total.classes)).toEqual(COUNTS);
  const ids = ACCEPTED_DIFFERENCES.map(({ id }) => id);
  expect(ids.filter((id) => !total.classes.has(id))).toEqual([]);
});

afterAll(() => {
  const { equal, accepted, calls, wanted, classes } = total;
  console.log(`oracle: ${equal} of ${calls} equal, ${accepted} accepted; ${wanted} wanted`);
  for (const [id, count] of classes) console.log(`  ${count} ${id}`);
});
