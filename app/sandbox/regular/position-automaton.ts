import type { PatternNode } from '#app/runtime/schema/pattern/parse-pattern.ts';

/** Counted repetition is written out up to so many rounds, and to so many ways through it. */
const MAX_ROUNDS = 8;
const MAX_WAYS = 5_000;
/** Positions and transitions of a pattern that can be checked. */
const MAX_POSITIONS = 20_000;
const MAX_TRANSITIONS = 200_000;

/** A pattern with more parts than can be looked at. */
export class TooLong extends Error {}

/** Numbers of ways, of which only 0, 1 and several matter. */
type Ways = Map<number, number>;

/**
 * The characters of a pattern as the states of an automaton (Glushkov's): one follows another, in one way or in
 * several.
 */
export interface PositionAutomaton {
  positions: { matches: (character: string) => boolean }[];
  follow: Ways[];
}

interface Fragment {
  /** In how many ways it matches without reading a character. */
  empty: number;
  first: Ways;
  last: Ways;
}

interface Writer extends PositionAutomaton {
  transitions: number;
  /** Groups that a reference may mean, by number and name; null: it matches nothing. */
  groups: Map<string | number, PatternNode> | null;
}

/**
 * Throws `TooLong` for patterns that have too many parts.
 *
 * @param repeatsGroups whether a reference matches all that its group may, or nothing, as before its group does
 */
export function toPositions(node: PatternNode, repeatsGroups = false): PositionAutomaton {
  const groups: Writer['groups'] = repeatsGroups ? new Map() : null;
  const writer: Writer = { positions: [], follow: [], transitions: 0, groups };
  write(writer, node);
  return writer;
}

function write(writer: Writer, node: PatternNode): Fragment {
  switch (node.kind) {
    case 'character': {
      const at = writer.positions.push({ matches: node.matches }) - 1;
      if (at >= MAX_POSITIONS) throw new TooLong();
      writer.follow.push(new Map());
      return { empty: 0, first: new Map([[at, 1]]), last: new Map([[at, 1]]) };
    }
    case 'sequence':
      return node.parts.reduce((before, part) => join(writer, before, write(writer, part)), EMPTY);
    case 'choice':
      return node.options.map((option) => write(writer, option)).reduce(either);
    case 'repeat':
      return writeRepeat(writer, node);
    case 'group': {
      const written = write(writer, node.part);
      writer.groups?.set(node.number, node.part);
      if (node.name !== null) writer.groups?.set(node.name, node.part);
      return written;
    }
    case 'reference': {
      const meant = writer.groups?.get(node.group);
      return meant ? write(writer, meant) : EMPTY;
    }
    case 'look':
      // What it reads is read again: a match of its own, which the rest does not repeat.
      write(writer, node.part);
      return EMPTY;
    default:
      return EMPTY;
  }
}

const EMPTY: Fragment = { empty: 1, first: new Map(), last: new Map() };

function writeRepeat(writer: Writer, node: Extract<PatternNode, { kind: 'repeat' }>): Fragment {
  const { part, least, most } = node;
  if (most <= MAX_ROUNDS && countWays(node) <= MAX_WAYS) {
    let whole = EMPTY;
    for (let round = most; round > 0; round -= 1) {
      // Optional rounds are nested: `a{1,3}` is `a(?:a(?:a)?)?`.
      const rest = join(writer, write(writer, part), whole);
      whole = round > least ? either(rest, EMPTY) : rest;
    }
    return whole;
  }
  const round = write(writer, part);
  // Counted rounds that may be empty can be left out in many ways.
  const isLoose = round.empty > 0 && most !== Infinity;
  connect(writer, round.last, round.first, isLoose ? 2 : 1);
  return { ...round, empty: least === 0 ? 1 : round.empty };
}

function join(writer: Writer, before: Fragment, after: Fragment): Fragment {
  connect(writer, before.last, after.first, 1);
  return {
    empty: before.empty * after.empty,
    first: add(before.first, times(after.first, before.empty)),
    last: add(after.last, times(before.last, after.empty)),
  };
}

function either(one: Fragment, other: Fragment): Fragment {
  return {
    empty: one.empty + other.empty,
    first: add(one.first, other.first),
    last: add(one.last, other.last),
  };
}

function connect(writer: Writer, last: Ways, first: Ways, ways: number): void {
  writer.transitions += last.size * first.size;
  if (writer.transitions > MAX_TRANSITIONS) throw new TooLong();
  for (const [from, ends] of last) {
    const follow = writer.follow[from];
    for (const [to, starts] of first) {
      follow?.set(to, (follow.get(to) ?? 0) + Math.min(2, ends * starts * ways));
    }
  }
}

function add(ways: Ways, others: Ways): Ways {
  const all = new Map(ways);
  for (const [at, count] of others) all.set(at, Math.min(2, (all.get(at) ?? 0) + count));
  return all;
}

function times(ways: Ways, factor: number): Ways {
  if (factor === 0) return new Map();
  return new Map([...ways].map(([at, count]) => [at, Math.min(2, count * factor)]));
}

/** In how many ways a part can be gone through, where a loop without end counts as one. */
function countWays(node: PatternNode): number {
  switch (node.kind) {
    case 'group':
      return countWays(node.part);
    case 'sequence':
      return node.parts.reduce((ways, part) => ways * countWays(part), 1);
    case 'choice':
      return node.options.reduce((ways, option) => ways + countWays(option), 0);
    case 'repeat': {
      const { part, least, most } = node;
      return most === Infinity ? 1 : (most - least + 1) * countWays(part) ** most;
    }
    default:
      return 1;
  }
}
