import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { applyEdits } from '#app/blueprint/edits.ts';
import { mergeBlueprints, type MergeSides } from '#app/blueprint/diff/merge/merge-blueprints.ts';
import { mergeLists, type Keyed } from '#app/blueprint/diff/merge/merge-lists.ts';
import { mergeValues } from '#app/blueprint/diff/merge/merge-values.ts';
import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';

import { exampleBlueprint } from './example-blueprint.ts';

function edit(blueprint: Blueprint, ...edits: object[]): Blueprint {
  const edited = applyEdits(blueprint, edits);
  if (!edited.ok) throw new Error(JSON.stringify(edited.problems));
  return edited.value;
}

const base = exampleBlueprint();
const describeTool = (name: string, description: string) => ({
  edit: 'describeTool',
  name,
  description,
});
const merge = (mine: Blueprint, theirs: Blueprint) => mergeBlueprints({ base, mine, theirs });

/** States of a server that edits of all kinds lead to, each by itself or several in a row. */
const EDITS: object[] = [
  describeTool('get_pet', 'Reads a pet.'),
  describeTool('greet', 'Says hello.'),
  { edit: 'selectTools', names: ['greet'], enabled: false },
  { edit: 'renameTool', from: 'greet', to: 'welcome' },
  { edit: 'renameTool', from: 'get_pet', to: 'read_pet' },
  { edit: 'removeTools', names: ['greet'] },
  { edit: 'setPolicies', policies: { timeoutMs: 9_000 } },
  { edit: 'setIdentity', identity: { title: 'All pets' } },
];
const anyState = fc.uniqueArray(fc.nat(EDITS.length - 1), { maxLength: 3 }).map((picked) =>
  picked.reduce((state, index) => {
    const edited = applyEdits(state, [EDITS[index]]);
    return edited.ok ? edited.value : state;
  }, base),
);

const entry = fc.record({ key: fc.constantFrom(...'abcdefgh'.split('')), value: fc.nat(3) });
const anyList = fc.uniqueArray(entry, { selector: ({ key }) => key, maxLength: 8 });
/** A list that came of another one: values changed, entries gone and new ones anywhere, in the same order. */
const anyChange = (list: readonly Keyed<number>[]) =>
  fc
    .tuple(
      fc.array(fc.constantFrom('keep', 'change', 'drop'), {
        minLength: list.length,
        maxLength: list.length,
      }),
      fc.uniqueArray(fc.tuple(fc.constantFrom(...'mnopq'.split('')), fc.nat(3), fc.nat(8)), {
        selector: ([key]) => key,
        maxLength: 3,
      }),
    )
    .map(([fates, added]) => {
      const changed = list.flatMap(({ key, value }, index) => {
        if (fates[index] === 'drop') return [];
        return [{ key, value: fates[index] === 'change' ? value + 10 : value }];
      });
      for (const [key, value, at] of added) changed.splice(at, 0, { key, value });
      return changed;
    });
const anySides = anyList.chain((list) =>
  fc.record({ base: fc.constant(list), mine: anyChange(list), theirs: anyChange(list) }),
);
const mergeNumbers = (lists: Record<keyof MergeSides, Keyed<number>[]>) =>
  mergeLists(lists, { merge: mergeValues<number>, takeOf: () => undefined });

test('a list merged with an unchanged one is the other, in its order', () => {
  fc.assert(
    fc.property(anyList, anyList, (before, other) => {
      const expected = { list: other, conflicts: [] };
      expect(mergeNumbers({ base: before, mine: before, theirs: other })).toEqual(expected);
      expect(mergeNumbers({ base: before, mine: other, theirs: before })).toEqual(expected);
      expect(mergeNumbers({ base: before, mine: other, theirs: other })).toEqual(expected);
    }),
  );
});

test('without conflicts it does not matter whose side is whose, and nothing that a side did is lost', () => {
  fc.assert(
    fc.property(anySides, ({ base: before, mine, theirs }) => {
      const merged = mergeNumbers({ base: before, mine, theirs });
      fc.pre(merged.conflicts.length === 0);
      expect(mergeNumbers({ base: before, mine: theirs, theirs: mine })).toEqual(merged);
      const result = new Map(merged.list.map(({ key, value }) => [key, value]));
      expect(result.size).toBe(merged.list.length);
      for (const side of [mine, theirs]) {
        const known = new Map(side.map(({ key, value }) => [key, value]));
        const old = new Map(before.map(({ key, value }) => [key, value]));
        for (const key of new Set([...known.keys(), ...old.keys()])) {
          if (known.get(key) !== old.get(key)) expect(result.get(key)).toBe(known.get(key));
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

test('a server merged with an unchanged one is the other, whatever was edited', () => {
  fc.assert(
    fc.property(anyState, (other) => {
      for (const sides of [
        { base, mine: base, theirs: other },
        { base, mine: other, theirs: base },
        { base, mine: other, theirs: other },
      ]) {
        const { value, conflicts } = mergeBlueprints(sides);
        expect(conflicts).toEqual([]);
        expect(value).toEqual(JSON.parse(JSON.stringify(other)));
        expect(parseBlueprint(value).ok).toBe(true);
      }
    }),
  );
});

test('two servers without conflicts merge to the same, whose side is whose', () => {
  fc.assert(
    fc.property(anyState, anyState, (mine, theirs) => {
      const merged = merge(mine, theirs);
      fc.pre(merged.conflicts.length === 0);
      expect(merge(theirs, mine)).toEqual(merged);
    }),
  );
});

test('changes of different tools and fields are merged by themselves', () => {
  const mine = edit(base, describeTool('get_pet', 'Mine.'));
  const theirs = edit(
    base,
    { edit: 'renameTool', from: 'get_pet', to: 'read_pet' },
    { edit: 'selectTools', names: ['greet'], enabled: false },
  );
  const { value, conflicts } = merge(mine, theirs);
  expect(conflicts).toEqual([]);
  expect(value['tools']).toMatchObject([
    { name: 'read_pet', description: 'Mine.' },
    { name: 'greet', enabled: false },
  ]);
  expect(parseBlueprint(value).ok).toBe(true);
});

test('a field that both changed is a conflict of its tool, which the choice decides', () => {
  const mine = edit(base, describeTool('get_pet', 'Mine.'));
  const theirs = edit(base, describeTool('get_pet', 'Theirs.'), describeTool('greet', 'Theirs.'));
  const { value, conflicts } = merge(mine, theirs);
  expect(conflicts).toEqual([
    { part: 'tools', key: 'get_pet', mine: 'changed', theirs: 'changed' },
  ]);
  expect(value['tools']).toMatchObject([{ description: 'Mine.' }, { description: 'Theirs.' }]);
  const choice = { part: 'tools', key: 'get_pet', take: 'theirs' } as const;
  const chosen = mergeBlueprints({ base, mine, theirs }, [choice]);
  expect(chosen.value).toEqual(JSON.parse(JSON.stringify(theirs)));
});

test('a tool that one side removed and the other changed is a conflict; taking the removal removes it', () => {
  const mine = edit(base, describeTool('greet', 'Mine.'));
  const theirs = edit(base, { edit: 'removeTools', names: ['greet'] });
  const sides = { base, mine, theirs };
  expect(mergeBlueprints(sides).conflicts).toEqual([
    { part: 'tools', key: 'greet', mine: 'changed', theirs: 'removed' },
  ]);
  const choice = { part: 'tools', key: 'greet', take: 'theirs' } as const;
  expect(mergeBlueprints(sides, [choice]).value['tools']).toHaveLength(1);
});
