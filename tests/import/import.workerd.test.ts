import { expect, test } from 'vitest';

import { importDocument } from '#app/blueprint/import/import-document.ts';

import petstore from '../specs/petstore-2.0.yaml?raw';
import asana from '../specs/asana-3.0.json?raw';

test('documents are imported without eval', async () => {
  for (const [text, operations] of [
    [petstore, 20],
    [asana, 167],
  ] as const) {
    const outcome = await importDocument(text);
    expect(outcome.ok && outcome.value.blueprint.tools.length).toBe(operations);
  }
});
