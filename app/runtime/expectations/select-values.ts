import { isJsonObject, valueOf } from '../json.ts';
import type { JsonValue } from '../json.ts';

/** One step of a path: into a property, into an item (from the end, if negative), or into every one. */
export type PathStep = { name: string } | { index: number } | 'every';

const MAX_PATH_LENGTH = 500;
/** Values that one path leads to; a list in a list has many. */
const MAX_VALUES = 10_000;

/** One step at the start of the rest of a path. Each alternative begins with another character. */
const STEP =
  /^(?:\.(?:(?<name>[\p{L}_$][\p{L}\p{N}_$-]*)|(?<star>\*))|\[(?:(?<index>-?\d{1,9})|(?<every>\*)|'(?<single>(?:[^'\\]|\\['\\])*)'|"(?<double>(?:[^"\\]|\\["\\])*)")\])/u;

/**
 * Reads a path in the simple part of JSONPath (RFC 9535): `$`, `.name`, `['name']`, `[0]`, `[-1]`, `[*]` and
 * `.*`. Null where it is none.
 */
export function readJsonPath(path: string): PathStep[] | null {
  if (!path.startsWith('$') || path.length > MAX_PATH_LENGTH) return null;
  const steps: PathStep[] = [];
  for (let at = 1; at < path.length;) {
    const found = STEP.exec(path.slice(at));
    if (found?.groups === undefined) return null;
    steps.push(toStep(found.groups));
    at += found[0].length;
  }
  return steps;
}

function toStep(groups: { [name: string]: string | undefined }): PathStep {
  const { name, index, single, double } = groups;
  if (name !== undefined) return { name };
  if (index !== undefined) return { index: Number(index) };
  const quoted = single ?? double;
  return quoted === undefined ? 'every' : { name: quoted.replace(/\\(.)/g, '$1') };
}

/** The values that a path leads to, at most ten thousand; none where something on the way is missing. */
export function selectValues(root: JsonValue, steps: readonly PathStep[]): JsonValue[] {
  let values = [root];
  for (const step of steps) {
    const next: JsonValue[] = [];
    for (const value of values) {
      for (const child of childrenOf(value, step)) {
        if (next.length >= MAX_VALUES) break;
        next.push(child);
      }
    }
    values = next;
  }
  return values;
}

function childrenOf(value: JsonValue, step: PathStep): readonly JsonValue[] {
  if (step === 'every') {
    if (Array.isArray(value)) return value;
    return isJsonObject(value) ? Object.values(value) : [];
  }
  const child =
    'name' in step
      ? isJsonObject(value)
        ? valueOf(value, step.name)
        : undefined
      : Array.isArray(value)
        ? value.at(step.index)
        : undefined;
  return child === undefined ? [] : [child];
}
