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
  /** Names of the properties that were left out. */
  passed: Set<string>;
}

/** Undefined for a value that has no properties. */
function cut(value: JsonValue, tree: PathTree, found: Found): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item) => cut(item, tree, found) ?? item);
  if (!isJsonObject(value)) return undefined;
  const entries: [string, JsonValue][] = [];
  for (const [name, child] of Object.entries(value)) {
    const inner = tree.get(name);
    const kept = inner === undefined ? undefined : cutInner(child, inner, found);
    if (kept !== undefined) entries.push([name, kept]);
    else if (found.passed.size < MAX_NAMED) found.passed.add(name);
  }
  return Object.fromEntries(entries);
}

function cutInner(child: JsonValue, tree: PathTree | null, found: Found): JsonValue | undefined {
  const isEmpty = child === null || (Array.isArray(child) && child.length === 0);
  const isWhole = tree === null || isEmpty;
  if (isWhole) found.hits += 1;
  return isWhole ? child : cut(child, tree, found);
}

function list(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMED)
    .map((name) => JSON.stringify(name.slice(0, MAX_NAME_LENGTH)));
  return shown.join(', ') + (names.length > MAX_NAMED ? ', …' : '');
}
