import { expect, test } from 'vitest';

import { DEFAULT_POLICIES } from '#app/blueprint/blueprint.ts';
import { provideToolListing, toToolListing } from '#app/runtime/listing/tool-listing.ts';
import type { ServedDefinition } from '#app/runtime/served-definition.ts';

function serve(): ServedDefinition {
  return {
    identity: { name: 'server', version: '1.0.0' },
    definitions: {},
    tools: [{ name: 'own', inputSchema: { type: 'object' } }],
    resources: [],
    prompts: [],
    policies: DEFAULT_POLICIES,
  };
}

test('a list that was made before is read once, and only when somebody asks for it', () => {
  const served = serve();
  const listing = toToolListing(serve());
  let reads = 0;
  provideToolListing(served, () => {
    reads += 1;
    return listing;
  });
  expect(reads).toBe(0);
  expect(toToolListing(served)).toBe(listing);
  expect(toToolListing(served)).toBe(listing);
  expect(reads).toBe(1);
});

test('a list that cannot be read is made', () => {
  const served = serve();
  provideToolListing(served, () => null);
  expect(toToolListing(served).tools.map(({ name }) => name)).toEqual(['own']);
});
