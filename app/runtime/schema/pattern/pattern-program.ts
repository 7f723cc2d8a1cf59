import { Unsupported } from './parse-pattern.ts';
import type { PatternNode } from './parse-pattern.ts';

/** A step of a program; `next` is the index of the one after it. */
export type Instruction =
  | { does: 'take'; matches: (character: string) => boolean; next: number }
  | { does: 'split'; next: number; other: number }
  | { does: 'assert'; assertion: Assertion; next: number }
  | { does: 'accept' };

export type Assertion =
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'boundary'; isNegated: boolean }
  | { kind: 'look'; program: Program; isNegated: boolean };

/** A nondeterministic automaton that reads a text forwards, or backwards for what stands behind. */
export interface Program {
  instructions: Instruction[];
  first: number;
  isBackwards: boolean;
}

/** Counted repetition is written out: `(\w{1,63}\.){1,127}` has 16,000 instructions. */
const MAX_INSTRUCTIONS = 20_000;

interface Writer {
  instructions: Instruction[];
  isBackwards: boolean;
  /** Instructions of the whole pattern, its looks included. */
  count: { written: number };
}

/** Throws `Unsupported` for references to groups and for programs that are too long. */
export function writeProgram(node: PatternNode): Program {
  return writeWhole(node, false, { written: 0 });
}

function writeWhole(node: PatternNode, isBackwards: boolean, count: Writer['count']): Program {
  const writer: Writer = { instructions: [], isBackwards, count };
  const accept = add(writer, { does: 'accept' });
  const first = write(writer, node, accept);
  return { instructions: writer.instructions, first, isBackwards };
}

function add(writer: Writer, instruction: Instruction): number {
  countOne(writer);
  return writer.instructions.push(instruction) - 1;
}

/** A part without instructions counts as well, each time it is repeated. */
function countOne({ count }: Writer): void {
  count.written += 1;
  if (count.written > MAX_INSTRUCTIONS) throw new Unsupported();
}

/** Writes from the end to the start; returns the index at which the node begins. */
function write(writer: Writer, node: PatternNode, next: number): number {
  switch (node.kind) {
    case 'character':
      return add(writer, { does: 'take', matches: node.matches, next });
    case 'sequence': {
      const parts = writer.isBackwards ? node.parts : node.parts.toReversed();
      return parts.reduce((after, part) => write(writer, part, after), next);
    }
    case 'choice':
      return node.options
        .map((option) => write(writer, option, next))
        .reduce((other, begin) => add(writer, { does: 'split', next: begin, other }));
    case 'group':
      return write(writer, node.part, next);
    case 'repeat':
      return writeRepeat(writer, node, next);
    case 'look': {
      const program = writeWhole(node.part, node.isBehind, writer.count);
      const assertion = { kind: 'look', program, isNegated: node.isNegated } as const;
      return add(writer, { does: 'assert', assertion, next });
    }
    case 'reference':
      throw new Unsupported();
    default:
      return add(writer, { does: 'assert', assertion: node, next });
  }
}

function writeRepeat(
  writer: Writer,
  { part, least, most }: { part: PatternNode; least: number; most: number },
  next: number,
): number {
  let begin = next;
  if (most === Infinity) {
    const loop = add(writer, { does: 'split', next, other: next });
    writer.instructions[loop] = { does: 'split', next: write(writer, part, loop), other: next };
    begin = loop;
  } else {
    for (let round = least; round < most; round += 1) {
      begin = add(writer, { does: 'split', next: write(writer, part, begin), other: next });
    }
  }
  for (let round = 0; round < least; round += 1) {
    countOne(writer);
    begin = write(writer, part, begin);
  }
  return begin;
}
