import { closestName } from '#app/runtime/schema/closest-name.ts';
import { readPath } from '#app/runtime/tools/response-paths.ts';

import {
  answerShapes,
  type AnswerShape,
  type AnswerSources,
  type AnsweringTool,
} from './answer-shape.ts';

/** A response path that matches nothing in what is known of the API's answer. */
export interface LostPath {
  path: string;
  /** A sentence that names what is there instead. */
  message: string;
}

const MAX_NAMED = 12;
/** Paths that are looked through for one that was meant. */
const MAX_PATHS = 500;
const MAX_DEPTH = 5;

/** Finds the paths that cannot match. An API that says nothing about its answer proves nothing about a path. */
export function findLostPaths(
  paths: readonly string[],
  tool: AnsweringTool,
  sources: AnswerSources,
): LostPath[] {
  const { declared, example, set } = answerShapes(tool, sources);
  const shapes = [set, example, declared].filter((shape) => shape !== null);
  return paths.flatMap((path): LostPath[] => {
    const names = readPath(path);
    const readings = [[path], ...(names === null ? [] : [names])];
    const ends = shapes.map((shape) => bestOf(readings.map((each) => follow(each, shape))));
    if (ends.some(({ is }) => is === 'found')) return [];
    const lost = ends.find((end) => end.is === 'lost');
    if (lost) return [{ path, message: describe(path, lost, shapes) }];
    if (names !== null) return [];
    const message = `"${path}" is no path: write id, meta.total or articles[].title; a list has no numbers.`;
    return [{ path, message }];
  });
}

/** The shape at a path, of the whole answer at an empty one; null if it cannot be told. */
export function shapeAt(
  path: string,
  tool: AnsweringTool,
  sources: AnswerSources,
): AnswerShape | null {
  const { declared, example, set } = answerShapes(tool, sources);
  const names = readPath(path) ?? [];
  for (const shape of [set, example, declared]) {
    const end = shape && follow(names, shape);
    if (end?.is === 'found') return end.shape;
  }
  return null;
}

type Followed =
  | { is: 'found'; shape: AnswerShape }
  | { is: 'unknown' }
  /** The place that was reached, and the name that it does not have. */
  | { is: 'lost'; at: string; name: string; shape: AnswerShape };

function follow(names: readonly string[], start: AnswerShape): Followed {
  let shape = start;
  let at = '';
  for (const name of names) {
    const inside = shape.inside(name);
    if (inside === null) return shape.isOpen ? { is: 'unknown' } : { is: 'lost', at, name, shape };
    at = join(at, name, inside);
    shape = inside;
  }
  return { is: 'found', shape };
}

/** The reading that gets furthest; the last one where all are lost. */
function bestOf(readings: Followed[]): Followed {
  const best =
    readings.find(({ is }) => is === 'found') ?? readings.find(({ is }) => is === 'unknown');
  return best ?? readings.at(-1) ?? { is: 'unknown' };
}

function join(before: string, name: string, { isList }: AnswerShape): string {
  const written = /^[^.[\]'"]+$/.test(name) ? name : `['${name}']`;
  const isFirst = before === '' || written.startsWith('[');
  return `${before}${isFirst ? '' : '.'}${written}${isList ? '[]' : ''}`;
}

function describe(
  path: string,
  { at, name, shape }: Extract<Followed, { is: 'lost' }>,
  roots: AnswerShape[],
): string {
  const place = at === '' ? 'the answer' : at;
  const names = shape.names.slice(0, MAX_NAMED).join(', ');
  const more = shape.names.length > MAX_NAMED ? ', …' : '';
  const has = names === '' ? 'has no properties' : `has ${names}${more}`;
  const meant = findMeant(at, name, shape, roots);
  const advice = meant === null ? '' : ` Did you mean ${meant}?`;
  return `"${path}" matches nothing in what the API answers: ${place} ${has}.${advice}`;
}

/** A similar name in the same place, else the same name in another. */
function findMeant(
  at: string,
  name: string,
  shape: AnswerShape,
  roots: AnswerShape[],
): string | null {
  const close = closestName(name, shape.names);
  const inside = close === null ? null : shape.inside(close);
  if (close !== null && inside !== null) return join(at, close, { ...inside, isList: false });
  for (const root of roots) {
    const found = findNamed(name, root);
    if (found) return found;
  }
  return null;
}

/** The first path, nearest to the root, that ends with a name. */
function findNamed(name: string, root: AnswerShape): string | null {
  const open: { shape: AnswerShape; at: string; depth: number }[] = [
    { shape: root, at: '', depth: 0 },
  ];
  for (const { shape, at, depth } of open) {
    for (const each of shape.names) {
      const inside = shape.inside(each);
      if (inside === null) continue;
      if (each === name) return join(at, each, { ...inside, isList: false });
      if (depth < MAX_DEPTH && open.length < MAX_PATHS) {
        open.push({ shape: inside, at: join(at, each, inside), depth: depth + 1 });
      }
    }
  }
  return null;
}
