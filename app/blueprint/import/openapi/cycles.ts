import { isObject, own, put } from '#app/blueprint/import/json-object.ts';
import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';

const PREFIX = '#/$defs/';

/** A reference that a validator follows without descending into the value. */
interface Edge {
  to: string;
  /** The schema with the `$ref`. */
  holder: JsonObject;
  /** The reference is one of several alternatives (`oneOf`, `anyOf`). */
  isChoice: boolean;
}

const SINGLE = ['not', 'if', 'then', 'else'];
const LISTS = ['allOf', 'anyOf', 'oneOf'];

/**
 * Cuts cycles of references that never descend into a value: no value can satisfy them, and a validator would
 * recurse until its stack ends. Cycles through properties and items stay.
 *
 * A common case: a base schema lists its kinds with `oneOf` while each kind is composed of the base. There
 * the kinds are composed of the base without its list.
 */
export function breakEndlessReferences(
  definitions: { [name: string]: JsonSchema },
  onCut: (name: string) => void,
): void {
  const edges = new Map<string, Edge[]>();
  const edgesOf = (name: string): Edge[] => {
    const known = edges.get(name);
    if (known) return known;
    const found = findEdges(definitions[name]);
    edges.set(name, found);
    return found;
  };
  const done = new Set<string>();
  for (const name of Object.keys(definitions)) {
    for (;;) {
      const circle = findCircle(name, edgesOf, done);
      if (circle === null) break;
      cut(circle, definitions, edges, onCut);
    }
  }
}

interface Step {
  name: string;
  edge: Edge;
}

/** The first cycle reachable from a definition; marks definitions that lead to none as done. */
function findCircle(
  start: string,
  edgesOf: (name: string) => Edge[],
  done: Set<string>,
): Step[] | null {
  if (done.has(start)) return null;
  const path: Step[] = [];
  const onPath = new Map<string, number>([[start, 0]]);
  const open: { name: string; edges: Edge[]; next: number }[] = [
    { name: start, edges: edgesOf(start), next: 0 },
  ];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const edge = level.edges[level.next];
    level.next += 1;
    if (edge === undefined) {
      open.pop();
      path.pop();
      onPath.delete(level.name);
      done.add(level.name);
      continue;
    }
    if (done.has(edge.to)) continue;
    const step = { name: level.name, edge };
    const from = onPath.get(edge.to);
    if (from !== undefined) return [...path.slice(from), step];
    path.push(step);
    onPath.set(edge.to, open.length);
    open.push({ name: edge.to, edges: edgesOf(edge.to), next: 0 });
  }
  return null;
}

function cut(
  circle: Step[],
  definitions: { [name: string]: JsonSchema },
  edges: Map<string, Edge[]>,
  onCut: (name: string) => void,
): void {
  for (const [index, { name, edge }] of circle.entries()) {
    const following = circle[(index + 1) % circle.length];
    if (!following || !following.edge.isChoice || edge.isChoice) continue;
    const base = withoutChoices(edge.to, definitions);
    if (base === null) continue;
    edge.holder['$ref'] = PREFIX + base;
    edges.set(name, findEdges(definitions[name]));
    return;
  }
  const last = circle.at(-1);
  if (!last) return;
  delete last.edge.holder['$ref'];
  edges.set(last.name, findEdges(definitions[last.name]));
  onCut(last.name);
}

/** The name of a definition's copy without `oneOf` and `anyOf`; null if there is no such list. */
function withoutChoices(name: string, definitions: { [name: string]: JsonSchema }): string | null {
  const schema = definitions[name];
  if (!isObject(schema) || (!Object.hasOwn(schema, 'oneOf') && !Object.hasOwn(schema, 'anyOf')))
    return null;
  const copy: JsonObject = { ...schema };
  delete copy['oneOf'];
  delete copy['anyOf'];
  let copyName = `${name}_base`;
  while (Object.hasOwn(definitions, copyName) && !isCopy(definitions[copyName], copy))
    copyName += '_';
  put(definitions, copyName, copy);
  return copyName;
}

function isCopy(schema: JsonSchema | undefined, copy: JsonObject): boolean {
  if (!isObject(schema)) return false;
  const keys = Object.keys(copy);
  return (
    keys.length === Object.keys(schema).length && keys.every((key) => schema[key] === copy[key])
  );
}

function findEdges(schema: JsonSchema | undefined): Edge[] {
  const edges: Edge[] = [];
  const open: { value: JsonValue | undefined; isChoice: boolean }[] = [
    { value: schema, isChoice: false },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value } = next;
    if (!isObject(value)) continue;
    const ref = own(value, '$ref');
    if (typeof ref === 'string' && ref.startsWith(PREFIX)) {
      edges.push({ to: ref.slice(PREFIX.length), holder: value, isChoice: next.isChoice });
    }
    for (const key of SINGLE) open.push({ value: own(value, key), isChoice: next.isChoice });
    for (const key of LISTS) {
      const members = own(value, key);
      const isChoice = next.isChoice || key !== 'allOf';
      if (Array.isArray(members))
        for (const member of members) open.push({ value: member, isChoice });
    }
    const dependent = own(value, 'dependentSchemas');
    if (isObject(dependent)) {
      for (const member of Object.values(dependent))
        open.push({ value: member, isChoice: next.isChoice });
    }
  }
  return edges;
}
