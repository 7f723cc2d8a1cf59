import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { joinParts, keyPart } from './keyed-parts.ts';
import type { MergeChoice, MergeConflict, MergedPart } from './merge-conflict.ts';
import { mergeLists } from './merge-lists.ts';
import { mergeTool } from './merge-tool.ts';
import { mergeValues, type Sides } from './merge-values.ts';

/** The server that two sides began with, and that of each. */
export type MergeSides = Record<'base' | 'mine' | 'theirs', Blueprint>;

export interface MergedServer {
  /** The blueprint as it would be. Parts that fit on either side may not fit together: `parseBlueprint` tells. */
  value: Record<string, unknown>;
  /** Where nobody has chosen, an entry of these is as mine. */
  conflicts: MergeConflict[];
}

/**
 * Merges two servers that came of the same one: what one side changed is taken from it. Tools are merged field by
 * field, everything else entry by entry.
 */
export function mergeBlueprints(
  sides: MergeSides,
  choices: readonly MergeChoice[] = [],
): MergedServer {
  const taken = new Map(choices.map(({ part, key, take }) => [`${part} ${key}`, take]));
  const conflicts: MergeConflict[] = [];
  const value = joinParts(sides.mine, (part) => {
    const merged = mergeLists(
      mapSides(sides, (side) => keyPart(part, side, sides.base)),
      {
        merge: part === 'tools' ? mergeTool : mergeValues<unknown>,
        takeOf: (key) => taken.get(`${part} ${key}`),
      },
    );
    conflicts.push(...merged.conflicts.map((found) => toConflict(part, found)));
    return merged.list;
  });
  if (!hasMocks(sides) && isEmpty(value['mocks'])) delete value['mocks'];
  return { value, conflicts };
}

/** An empty list of answers and none at all are two things in the stored document. */
function hasMocks(sides: MergeSides): boolean {
  const merged = mergeValues(mapSides(sides, ({ mocks }) => mocks !== undefined));
  return merged !== 'conflict' && merged.value === true;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function toConflict(
  part: MergedPart,
  { key, base, mine, theirs }: Sides<unknown> & { key: string },
): MergeConflict {
  const changeOf = (side: unknown) => {
    if (side === undefined) return 'removed';
    return base === undefined ? 'added' : 'changed';
  };
  return { part, key, mine: changeOf(mine), theirs: changeOf(theirs) };
}

function mapSides<Value>(
  { base, mine, theirs }: MergeSides,
  map: (of: Blueprint) => Value,
): Record<keyof MergeSides, Value> {
  return { base: map(base), mine: map(mine), theirs: map(theirs) };
}
