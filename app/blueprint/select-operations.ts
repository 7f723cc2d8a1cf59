import { toJsonPath, type PathProblem } from '#app/platform/json-path.ts';

import { fitsPath } from './fits-path.ts';
import type { OperationSelector } from './operation-selector.ts';
import type { Tool } from './tool.ts';
import { toSingular, toWords } from './words.ts';

/** An operation of a document, or a tool, as it is chosen. */
export interface SelectableOperation {
  /** Its names: that of the tool, its operationId. */
  names: readonly string[];
  /** Empty for a tool that sends no request of its own. */
  method: string;
  /** The path of the request, and that of the document where it differs. */
  paths: readonly string[];
  tags: readonly string[];
}

/** The chosen ones in their order, and a problem for each part of the choice that is nowhere. */
export interface OperationSelection<Item> {
  chosen: Item[];
  /** Their paths begin at the choice: `$.tags[0]`. */
  problems: PathProblem[];
}

/** Values that a problem names. */
const MAX_NAMED = 30;
const MAX_CLOSE = 5;

/** Chooses operations: those that are named, and those that fit tags, paths and methods together. */
export function selectOperations<Item>(
  items: readonly Item[],
  choice: OperationSelector,
  toOperation: (item: Item) => SelectableOperation,
): OperationSelection<Item> {
  const all = items.map((item) => ({ item, ...toOperation(item) }));
  const { names = [], tags, paths, methods } = choice;
  const named = new Set(names.map(toPlain));
  const groups = tags && new Set(tags.map(toGroup));
  const verbs = methods && new Set(methods.map((method) => method.toUpperCase()));
  const hasFilter = tags !== undefined || paths !== undefined || methods !== undefined;
  const fits = (one: SelectableOperation) =>
    hasFilter &&
    (groups ? one.tags.some((tag) => groups.has(toGroup(tag))) : true) &&
    (paths ? paths.some((path) => one.paths.some((own) => fitsPath(path, own))) : true) &&
    (verbs ? verbs.has(one.method) : true);
  const isNamed = (one: SelectableOperation) => callsOf(one).some((call) => named.has(call));
  const chosen = all.filter((one) => isNamed(one) || fits(one)).map(({ item }) => item);
  const problems = findUnknown(all, choice);
  if (problems.length === 0 && chosen.length === 0) {
    problems.push({ path: '$', message: 'No operation matches all of tags, paths and methods.' });
  }
  return { chosen, problems };
}

/** A tool as it is chosen. */
export function toSelectable({ name, action, origin }: Tool): SelectableOperation {
  const tags = origin?.tags ?? (origin?.tag === undefined ? [] : [origin.tag]);
  const [, method = '', path] = /^([A-Z][A-Z0-9_-]*) (\/.*)$/.exec(origin?.operation ?? '') ?? [];
  const origins = path === undefined ? [] : [path];
  const names = [...new Set([name, origin?.operationId ?? name])];
  if (action.kind !== 'http') return { names, method, paths: origins, tags };
  const paths = [...new Set([action.path, ...origins])];
  return { names, method: action.method, paths, tags };
}

/** Lists all that names an operation in a choice: its names, and its method with each path. */
function callsOf({ names, method, paths }: SelectableOperation): string[] {
  return [...names, ...paths.map((path) => toPlain(`${method} ${path}`))];
}

/** Parameters of a path fit whatever they are called. */
function toPlain(name: string): string {
  return name.trim().replace(/\{[^{}]*\}/g, '{}');
}

function toGroup(tag: string): string {
  return tag.trim().toLowerCase();
}

function findUnknown(
  all: readonly SelectableOperation[],
  { names = [], tags = [], paths = [] }: OperationSelector,
): PathProblem[] {
  const calls = new Set(all.flatMap(callsOf));
  const groups = new Map(all.flatMap((one) => one.tags).map((tag) => [toGroup(tag), tag]));
  const tell = (field: string, index: number, message: string) => ({
    path: toJsonPath([field, index]),
    message,
  });
  return [
    ...names.flatMap((name, index) => {
      if (calls.has(toPlain(name))) return [];
      const close = findClose(
        name,
        all.flatMap((one) => one.names[0] ?? []),
      );
      return tell('names', index, `Nothing is called "${name}".${close}`);
    }),
    ...tags.flatMap((tag, index) => {
      if (groups.has(toGroup(tag))) return [];
      const there = listAll([...groups.values()]);
      const known = groups.size === 0 ? 'Nothing here has a tag.' : `There are: ${there}.`;
      return tell('tags', index, `Nothing has the tag "${tag}". ${known}`);
    }),
    ...paths.flatMap((path, index) => {
      if (all.some((one) => one.paths.some((own) => fitsPath(path, own)))) return [];
      const roots = [...new Set(all.flatMap((one) => one.paths.map(rootOf)))];
      const known = roots.length === 0 ? '' : ` Paths begin with: ${listAll(roots)}.`;
      return tell('paths', index, `No path fits "${path}".${known}`);
    }),
  ];
}

/** The first segment that is not the same for all: versions say little. */
function rootOf(path: string): string {
  const [first = '', second] = path.split('/').filter((segment) => segment !== '');
  const isNoise = /^(?:api|rest|v\d[\w.]*)$/i.test(first);
  return `/${isNoise && second !== undefined ? `${first}/${second}` : first}`;
}

function listAll(values: readonly string[]): string {
  const left = values.length - MAX_NAMED;
  const shown = values.slice(0, MAX_NAMED).join(', ');
  return left > 0 ? `${shown} and ${left} more` : shown;
}

/** A sentence with the names that share most words with one that is nowhere; empty where none does. */
export function findClose(name: string, known: readonly string[]): string {
  const words = new Set(toWords(name).map(toSingular));
  const close = [...new Set(known)]
    .map((each) => {
      const own = toWords(each).map(toSingular);
      return { each, shared: own.filter((word) => words.has(word)).length, length: own.length };
    })
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared || a.length - b.length)
    .slice(0, MAX_CLOSE);
  return close.length === 0 ? '' : ` Close to it: ${close.map(({ each }) => each).join(', ')}.`;
}
