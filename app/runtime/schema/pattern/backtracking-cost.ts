import type { PatternNode } from './parse-pattern.ts';

/**
 * An upper bound of the steps that a backtracking engine takes for a text of some length: in each of the ways
 * to take the pattern through it, it reads every character, from every character on.
 */
export function countSteps(node: PatternNode, length: number): number {
  const starts = isAnchored(node) ? 1 : length + 1;
  return countWays(node, length) * starts * (length + 1 + countEmpty(node, length));
}

/** Nested repetition multiplies without end. */
function countWays(node: PatternNode, length: number): number {
  switch (node.kind) {
    case 'sequence':
      return node.parts.reduce((ways, part) => ways * countWays(part, length), 1);
    case 'choice':
      return node.options.reduce((ways, option) => ways + countWays(option, length), 0);
    case 'group':
    case 'look':
      return countWays(node.part, length);
    case 'repeat': {
      const { part, least } = node;
      const rounds = countRounds(node, length);
      const ends = rounds - Math.min(least, rounds) + 1;
      const ways = countWays(part, length);
      return ways === 1 ? ends : ends * ways ** Math.max(rounds, 1);
    }
    default:
      return 1;
  }
}

/** Parts on one way that read no character. */
function countEmpty(node: PatternNode, length: number): number {
  switch (node.kind) {
    case 'character':
      return 0;
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + countEmpty(part, length), 0);
    case 'choice':
      return node.options.reduce((most, option) => Math.max(most, countEmpty(option, length)), 1);
    case 'group':
      return countEmpty(node.part, length);
    case 'look':
      return length + 1 + countEmpty(node.part, length);
    case 'repeat':
      return countRounds(node, length) * (countEmpty(node.part, length) + 1);
    default:
      return 1;
  }
}

function countRounds({ least, most }: { least: number; most: number }, length: number): number {
  return Math.min(most, Math.max(length, least));
}

/** Whether a match can begin at the start of the text alone. */
export function isAnchored(node: PatternNode): boolean {
  if (node.kind === 'start') return true;
  if (node.kind === 'group') return isAnchored(node.part);
  if (node.kind === 'sequence') {
    const [first] = node.parts;
    return first !== undefined && isAnchored(first);
  }
  return node.kind === 'choice' && node.options.every(isAnchored);
}
