import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';

import type { MergedPart } from './merge-conflict.ts';
import { toKeyed, type Keyed } from './merge-lists.ts';

type EntriesOf = (of: Blueprint, base: Blueprint) => Keyed<unknown>[];

/** Parts that are lists, with what tells their entries apart. */
const LISTS = {
  tools: keyTools,
  sources: ({ sources }: Blueprint) => toKeyed(sources, ({ id }) => id),
  upstreams: ({ upstreams }: Blueprint) => toKeyed(upstreams, ({ id }) => id),
  secrets: ({ secrets }: Blueprint) => toKeyed(secrets, ({ name }) => name),
  resources: ({ resources }: Blueprint) => toKeyed(resources, ({ uri }) => uri),
  prompts: ({ prompts }: Blueprint) => toKeyed(prompts, ({ name }) => name),
  mocks: ({ mocks = [] }: Blueprint) =>
    toKeyed(mocks, (mock) => JSON.stringify([mock.upstream, mock.method, mock.path, mock.when])),
} satisfies Partial<Record<MergedPart, EntriesOf>>;

/** Parts that are objects, whose entries are their fields. */
const OBJECTS = {
  identity: ({ identity }: Blueprint) => toEntries(identity),
  definitions: ({ definitions }: Blueprint) => toEntries(definitions),
  policies: ({ policies }: Blueprint) => toEntries(policies),
} satisfies Record<Exclude<MergedPart, keyof typeof LISTS>, EntriesOf>;

const PARTS: Record<MergedPart, EntriesOf> = { ...LISTS, ...OBJECTS };

/** The entries of a part of a server that came of another one; a tool keeps the key of its name there. */
export function keyPart(part: MergedPart, of: Blueprint, base: Blueprint): Keyed<unknown>[] {
  return PARTS[part](of, base);
}

/** Joins the entries of each part, as `make` gives them, to a blueprint that nobody has checked. */
export function joinParts(
  of: Blueprint,
  make: (part: MergedPart) => readonly Keyed<unknown>[],
): Record<string, unknown> {
  const value: Record<string, unknown> = { schemaVersion: of.schemaVersion };
  for (const part of keysOf(LISTS)) value[part] = make(part).map((entry) => entry.value);
  for (const part of keysOf(OBJECTS)) {
    value[part] = Object.fromEntries(make(part).map((entry) => [entry.key, entry.value]));
  }
  return value;
}

function keyTools(of: Blueprint, base: Blueprint): Keyed<unknown>[] {
  const { renamed } = diffBlueprints(base, of).tools;
  const before = new Map(renamed.map(({ from, to }) => [to, from]));
  return toKeyed(of.tools, ({ name }) => before.get(name) ?? name);
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
