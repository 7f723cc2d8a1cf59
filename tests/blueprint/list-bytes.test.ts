import { expect, test } from 'vitest';

import { listBytes, toBlueprintListing } from '#app/blueprint/list-bytes.ts';

import { exampleBlueprint } from './example-blueprint.ts';

test('the list of a blueprint counts in bytes, with its enabled tools only', () => {
  const blueprint = exampleBlueprint();
  const { tools } = toBlueprintListing(blueprint);
  expect(listBytes(blueprint)).toBe(Buffer.byteLength(JSON.stringify(tools)));
  const [first, ...others] = blueprint.tools;
  if (first === undefined) throw new Error('There is no tool.');
  const title = 'ü'.repeat(100);
  const renamed = { ...blueprint, tools: [{ ...first, title }, ...others] };
  const more =
    200 - Buffer.byteLength(first.title ?? '') + (first.title ? 0 : ',"title":""'.length);
  expect(listBytes(renamed) - listBytes(blueprint)).toBe(more);
  const disabled = { ...blueprint, tools: [{ ...first, enabled: false }, ...others] };
  expect(toBlueprintListing(disabled).tools).toHaveLength(tools.length - 1);
});
