import { isJsonObject } from '../json.ts';
import type { JsonValue } from '../json.ts';
import { pathTree } from './response-paths.ts';
import type { PathTree } from './response-paths.ts';

const MAX_NAMED = 10;
const MAX_NAME_LENGTH = 60;

/** An answer cut to the parts that are kept. */
export interface Kept {
  value: JsonValue;
  /** Set if the answer has properties and none of them is kept. */
  note?: string;
}

/** Cuts an answer to the values at these paths; objects and lists around them stay. */
export function keepPaths(value: JsonValue, paths: readonly string[] | undefined): Kept {
  if (paths === undefined) return { value };
  const found: Found = { hits: 0, passed: new Set() };
  const kept = cut(value, pathTree(paths), found);
  // A root that is neither an object nor a list has nothing to be cut.
  if (kept === undefined) return { value };
  if (found.hits > 0 || found.passed.size === 0) return { value: kept };
  const note = `Note: this tool keeps ${list(paths)} of the API's answer and found none of it there; the answer has ${list([...found.passed])}.`;
  return { value: kept, note };
}

interface Found {
  /** Kept values. */
  hits: number;
  /** Names of the properties that are not what is kept. */
  passed: Set<string>;
}

/** Undefined for a value that has no properties. */
function cut(value: JsonValue, tree: PathTree, found: Found): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item) => cut(item, tree, found) ?? item);
  if (!isJsonObject(value)) return undefined;
  const entries: [string, JsonValue][] = [];
  for (const [name, child] of Object.entries(value)) {
    const inner = tree.get(name);
    if (inner === undefined) pass(name, found);
    else entries.push([name, cutInner(name, child, inner, found)]);
  }
  return Object.fromEntries(entries);
}

function cutInner(name: string, child: JsonValue, tree: PathTree | null, found: Found): JsonValue {
  const isEmpty = child === null || (Array.isArray(child) && child.length === 0);
  const isWhole = tree === null || isEmpty;
  if (isWhole) found.hits += 1;
  const kept = isWhole ? child : cut(child, tree, found);
  if (kept !== undefined) return kept;
  // An id in the place of an object is what there is of it; its schema may require it.
  pass(name, found);
  return child;
}

function pass(name: string, { passed }: Found): void {
  if (passed.size < MAX_NAMED) passed.add(name);
}

function list(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMED)
    .map((name) => JSON.stringify(name.slice(0, MAX_NAME_LENGTH)));
  return shown.join(', ') + (names.length > MAX_NAMED ? ', …' : '');
}
