import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';

import type { MergeChoice, MergeConflict, MergedPart } from './merge-conflict.ts';
import { mergeLists, toKeyed, type Keyed } from './merge-lists.ts';
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

type ListPart = 'sources' | 'upstreams' | 'secrets' | 'resources' | 'prompts' | 'mocks';
type EntriesOf = (of: Blueprint) => Keyed<unknown>[];

/** Parts that are lists, with what tells their entries apart. */
const LISTS: Record<ListPart, EntriesOf> = {
  sources: ({ sources }: Blueprint) => toKeyed(sources, ({ id }) => id),
  upstreams: ({ upstreams }: Blueprint) => toKeyed(upstreams, ({ id }) => id),
  secrets: ({ secrets }: Blueprint) => toKeyed(secrets, ({ name }) => name),
  resources: ({ resources }: Blueprint) => toKeyed(resources, ({ uri }) => uri),
  prompts: ({ prompts }: Blueprint) => toKeyed(prompts, ({ name }) => name),
  mocks: ({ mocks = [] }: Blueprint) =>
    toKeyed(mocks, (mock) => JSON.stringify([mock.upstream, mock.method, mock.path, mock.when])),
};

/** Parts that are objects, whose entries are their fields. */
const OBJECTS: Record<'identity' | 'definitions' | 'policies', EntriesOf> = {
  identity: ({ identity }: Blueprint) => toEntries(identity),
  definitions: ({ definitions }: Blueprint) => toEntries(definitions),
  policies: ({ policies }: Blueprint) => toEntries(policies),
};

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
  const merge = (
    part: MergedPart,
    lists: Record<keyof MergeSides, Keyed<unknown>[]>,
    rule = mergeValues<unknown>,
  ) => {
    const merged = mergeLists(lists, {
      merge: rule,
      takeOf: (key) => taken.get(`${part} ${key}`),
    });
    conflicts.push(...merged.conflicts.map((found) => toConflict(part, found)));
    return merged.list;
  };
  const value: Record<string, unknown> = { schemaVersion: sides.mine.schemaVersion };
  value['tools'] = merge('tools', keyTools(sides), mergeTool).map((entry) => entry.value);
  for (const part of keysOf(LISTS)) {
    value[part] = merge(part, mapSides(sides, LISTS[part])).map((entry) => entry.value);
  }
  for (const part of keysOf(OBJECTS)) {
    const entries = merge(part, mapSides(sides, OBJECTS[part]));
    value[part] = Object.fromEntries(entries.map((entry) => [entry.key, entry.value]));
  }
  if (!hasMocks(sides) && isEmpty(value['mocks'])) delete value['mocks'];
  return { value, conflicts };
}

/** A tool keeps the key of the name that it had before, whatever either side calls it. */
function keyTools({ base, mine, theirs }: MergeSides): Record<keyof MergeSides, Keyed<unknown>[]> {
  const keyOn = (side: Blueprint) => {
    const { renamed } = diffBlueprints(base, side).tools;
    const before = new Map(renamed.map(({ from, to }) => [to, from]));
    return toKeyed<Blueprint['tools'][number]>(side.tools, ({ name }) => before.get(name) ?? name);
  };
  return {
    base: toKeyed(base.tools, ({ name }) => name),
    mine: keyOn(mine),
    theirs: keyOn(theirs),
  };
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

function toEntries(of: object): Keyed<unknown>[] {
  return Object.entries(of).flatMap(([key, value]: [string, unknown]) =>
    value === undefined ? [] : [{ key, value }],
  );
}

function keysOf<Key extends string>(of: Record<Key, unknown>): Key[] {
  const keys: Key[] = [];
  for (const key in of) keys.push(key);
  return keys;
}
