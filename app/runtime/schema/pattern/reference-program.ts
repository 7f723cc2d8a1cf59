import { isMeant, listGroups, listReferred, type Group } from './list-groups.ts';
import { Unsupported, type PatternNode } from './parse-pattern.ts';

/** A step of a program that remembers what groups matched; `next` is the index of the one after it. */
export type ReferenceStep =
  | { does: 'take'; matches: (character: string) => boolean; next: number }
  | { does: 'split'; next: number; other: number }
  | { does: 'start' | 'end'; next: number }
  | { does: 'boundary'; isNegated: boolean; next: number }
  | { does: 'look'; program: ReferenceProgram; isNegated: boolean; next: number }
  /** Notes the place at which a group or a round begins. */
  | { does: 'mark'; mark: number; next: number }
  /** Fails where the round that began at the mark has read nothing. */
  | { does: 'leave'; mark: number; next: number }
  | { does: 'remember'; mark: number; group: number; next: number }
  | { does: 'forget'; groups: number[]; next: number }
  | { does: 'refer'; groups: number[]; next: number }
  | { does: 'accept' };

export interface ReferenceProgram {
  steps: ReferenceStep[];
  first: number;
  isBackwards: boolean;
}

const MAX_PROGRAM_STEPS = 20_000;

interface ReferenceWriter {
  steps: ReferenceStep[];
  isBackwards: boolean;
  /** Groups that something refers to; a program knows them by their place here. */
  groups: readonly Group[];
  /** Which of them are in a part that repeats. */
  inside: Map<PatternNode, number[]>;
  count: { written: number };
}

/** Throws `Unsupported` for programs that are too long. */
export function writeReferenceProgram(node: PatternNode): ReferenceProgram {
  const groups = listReferred(node);
  return writeWholeReference(node, {
    isBackwards: false,
    groups,
    inside: new Map(),
    count: { written: 0 },
  });
}

function writeWholeReference(
  node: PatternNode,
  how: Omit<ReferenceWriter, 'steps'>,
): ReferenceProgram {
  const writer: ReferenceWriter = { ...how, steps: [] };
  const first = writeStep(writer, node, addStep(writer, { does: 'accept' }), 0);
  return { steps: writer.steps, first, isBackwards: how.isBackwards };
}

function addStep(writer: ReferenceWriter, step: ReferenceStep): number {
  countStep(writer);
  return writer.steps.push(step) - 1;
}

function countStep({ count }: ReferenceWriter): void {
  count.written += 1;
  if (count.written > MAX_PROGRAM_STEPS) throw new Unsupported();
}

/** Writes from the end to the start; returns the index at which the node begins. */
function writeStep(
  writer: ReferenceWriter,
  node: PatternNode,
  next: number,
  depth: number,
): number {
  switch (node.kind) {
    case 'character':
      return addStep(writer, { does: 'take', matches: node.matches, next });
    case 'sequence': {
      const parts = writer.isBackwards ? node.parts : node.parts.toReversed();
      return parts.reduce((after, part) => writeStep(writer, part, after, depth), next);
    }
    case 'choice':
      return node.options
        .map((option) => writeStep(writer, option, next, depth))
        .reduceRight((other, begin) => addStep(writer, { does: 'split', next: begin, other }));
    case 'repeat':
      return writeRepeatedStep(writer, node, next, depth);
    case 'group': {
      const group = writer.groups.indexOf(node);
      if (group < 0) return writeStep(writer, node.part, next, depth);
      const end = addStep(writer, { does: 'remember', mark: depth, group, next });
      const begin = writeStep(writer, node.part, end, depth + 1);
      return addStep(writer, { does: 'mark', mark: depth, next: begin });
    }
    case 'reference': {
      const groups = writer.groups.flatMap((each, at) => (isMeant(each, node.group) ? [at] : []));
      return addStep(writer, { does: 'refer', groups, next });
    }
    case 'look': {
      const program = writeWholeReference(node.part, { ...writer, isBackwards: node.isBehind });
      return addStep(writer, { does: 'look', program, isNegated: node.isNegated, next });
    }
    case 'boundary':
      return addStep(writer, { does: 'boundary', isNegated: node.isNegated, next });
    default:
      return addStep(writer, { does: node.kind, next });
  }
}

function writeRepeatedStep(
  writer: ReferenceWriter,
  node: Extract<PatternNode, { kind: 'repeat' }>,
  next: number,
  depth: number,
): number {
  const { part, least, most, isLazy = false } = node;
  const toSplit = (round: number, otherwise: number): ReferenceStep =>
    isLazy
      ? { does: 'split', next: otherwise, other: round }
      : { does: 'split', next: round, other: otherwise };
  const groups = listInside(writer, part);
  const forget = (begin: number) =>
    groups.length === 0 ? begin : addStep(writer, { does: 'forget', groups, next: begin });
  const writeRound = (after: number) => {
    const end = addStep(writer, { does: 'leave', mark: depth, next: after });
    const begin = forget(writeStep(writer, part, end, depth + 1));
    return addStep(writer, { does: 'mark', mark: depth, next: begin });
  };
  let begin = next;
  if (most === Infinity) {
    const loop = addStep(writer, { does: 'split', next, other: next });
    writer.steps[loop] = toSplit(writeRound(loop), next);
    begin = loop;
  } else {
    for (let round = least; round < most; round += 1) {
      begin = addStep(writer, toSplit(writeRound(begin), next));
    }
  }
  for (let round = 0; round < least; round += 1) {
    countStep(writer);
    begin = forget(writeStep(writer, part, begin, depth));
  }
  return begin;
}

function listInside({ inside, groups }: ReferenceWriter, part: PatternNode): number[] {
  const known = inside.get(part);
  if (known !== undefined) return known;
  const found = listGroups(part).map((group) => groups.indexOf(group));
  const referred = found.filter((group) => group >= 0);
  inside.set(part, referred);
  return referred;
}
