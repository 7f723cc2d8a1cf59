import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';

/** Parts in lists, by kind, with the fields that name them. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  upstreams: ['id'],
  secrets: ['name'],
  tools: ['name'],
  resources: ['uri'],
  prompts: ['name'],
  mocks: ['upstream', 'method', 'path', 'when'],
};

/** Parts that there is one of. */
const SINGLES = ['identity', 'sources', 'definitions', 'policies'] as const;

/** A part of a blueprint before and after a change; undefined where it is not there. */
export interface Unit {
  /** Key of the blueprint. */
  kind: string;
  /** Its name in the list; the kind again for a part that there is one of. */
  name: string;
  before?: unknown;
  after?: unknown;
}

/** Identifies a part within a blueprint. */
export function keyOf({ kind, name }: Pick<Unit, 'kind' | 'name'>): string {
  return `${kind}:${name}`;
}

/** The parts that differ between two states of a server. */
export function listUnits(before: Blueprint, after: Blueprint): Unit[] {
  const old = readParts(before);
  const now = readParts(after);
  const keys = new Set([...old.keys(), ...now.keys()]);
  return [...keys].flatMap((key) => {
    const [was, is] = [old.get(key), now.get(key)];
    const known = was ?? is;
    if (!known || isSameJson(was?.value, is?.value)) return [];
    return [{ kind: known.kind, name: known.name, before: was?.value, after: is?.value }];
  });
}

/** The parts whose value in a blueprint is not what it was before their change. */
export function findStale(blueprint: Blueprint, units: readonly Unit[]): Unit[] {
  const now = readParts(blueprint);
  return units.filter((unit) => !isSameJson(now.get(keyOf(unit))?.value, unit.before));
}

/**
 * A blueprint with these parts as they are on one side of their change; not checked.
 *
 * @param like has the order of the parts; those that it does not have come last.
 */
export function setUnits(
  blueprint: Blueprint,
  units: readonly Unit[],
  side: 'before' | 'after',
  like: Blueprint = blueprint,
): unknown {
  const places = [...readParts(like)].map(([key, part]): [string, Part] => [
    key,
    { ...part, value: undefined },
  ]);
  const parts = new Map([...places, ...readParts(blueprint)]);
  for (const unit of units) {
    parts.set(keyOf(unit), { kind: unit.kind, name: unit.name, value: unit[side] });
  }
  const lists = Map.groupBy(parts.values(), ({ kind }) => kind);
  const kinds = Object.keys(LISTS).flatMap((kind): [string, unknown][] => {
    const values = (lists.get(kind) ?? []).flatMap(({ value }) => value ?? []);
    // A server without mocks does not name them.
    return kind === 'mocks' && values.length === 0 ? [] : [[kind, values]];
  });
  const singles = SINGLES.map((kind): [string, unknown] => [kind, lists.get(kind)?.[0]?.value]);
  const { mocks: _mocks, ...rest } = blueprint;
  return { ...rest, ...Object.fromEntries([...kinds, ...singles]) };
}

interface Part {
  kind: string;
  name: string;
  value: unknown;
}

function readParts(blueprint: Blueprint): Map<string, Part> {
  const parts = new Map<string, Part>();
  const add = (part: Part) => parts.set(keyOf(part), part);
  const { upstreams, secrets, tools, resources, prompts, mocks = [] } = blueprint;
  const lists = { upstreams, secrets, tools, resources, prompts, mocks };
  for (const [kind, list] of Object.entries(lists)) {
    for (const value of list) add({ kind, name: nameOf(value, LISTS[kind] ?? []), value });
  }
  for (const kind of SINGLES) add({ kind, name: kind, value: blueprint[kind] });
  return parts;
}

function nameOf(part: object, fields: readonly string[]): string {
  const values = new Map<string, unknown>(Object.entries(part));
  const named = fields.flatMap((field) => values.get(field) ?? []);
  return named
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' ');
}
