import { expect, test } from 'vitest';

import { SCHEMA_VERSION } from '#app/blueprint/defaults.ts';
import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import { StoredBlueprint, upgradeText } from '#app/drafts/documents/stored-blueprint.ts';

import { exampleBlueprint } from '../blueprint/example-blueprint.ts';

/** As a version before the first one would have stored it. */
function olderBlueprint() {
  const { schemaVersion: _, resources: __, prompts: ___, ...older } = exampleBlueprint();
  return older;
}

test('a stored blueprint of an older version is read as one of the newest', () => {
  const upgraded = { ...exampleBlueprint(), resources: [], prompts: [] };
  expect(StoredBlueprint.safeParse(olderBlueprint())).toEqual({ success: true, data: upgraded });
  expect(JSON.parse(upgradeText(JSON.stringify(olderBlueprint())))).toEqual(upgraded);
});

test('one of a newer version, and what is none, is refused', () => {
  const newer = { ...exampleBlueprint(), schemaVersion: SCHEMA_VERSION + 1 };
  for (const value of [newer, null, {}, []]) {
    expect(StoredBlueprint.safeParse(value).success).toBe(false);
    expect(() => upgradeText(JSON.stringify(value))).toThrow('The blueprint');
  }
});

test('the text of a current one stays as it is, and need not be read for that', () => {
  const parsed = parseBlueprint(exampleBlueprint());
  if (!parsed.ok) throw new Error(parsed.reason);
  for (const blueprint of [parsed.value, BLANK_BLUEPRINT]) {
    const text = `${JSON.stringify(blueprint)} not read to its end`;
    expect(upgradeText(text)).toBe(text);
  }
});
