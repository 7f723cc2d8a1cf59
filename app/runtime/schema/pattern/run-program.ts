import type { StepBudget } from '../step-budget.ts';
import type { Assertion, Program } from './pattern-program.ts';

/** Whether the program matches somewhere in a text, or from its start alone. */
export function runProgram(
  program: Program,
  text: string,
  { isAnchored, budget }: { isAnchored: boolean; budget: StepBudget },
): boolean {
  const run: Run = { characters: Array.from(text), budget, looks: new Map() };
  return matchesFrom(run, program, 0, !isAnchored);
}

interface Run {
  characters: readonly string[];
  budget: StepBudget;
  /** Findings of each look at each place. */
  looks: Map<Program, Map<number, boolean>>;
}

/** All states at once, character by character: a text takes as many steps as it has characters, times states. */
function matchesFrom(run: Run, program: Program, from: number, anywhere: boolean): boolean {
  const { characters, budget } = run;
  const { instructions, first, isBackwards } = program;
  const reached = new Int32Array(instructions.length).fill(-1);
  budget.spend(instructions.length / 16);
  const open: number[] = [first];
  let taking: number[] = [];
  const end = isBackwards ? 0 : characters.length;
  const step = isBackwards ? -1 : 1;
  for (let at = from; ; at += step) {
    taking = [];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      budget.spend(1);
      const instruction = instructions[state];
      if (instruction === undefined || reached[state] === at) continue;
      reached[state] = at;
      if (instruction.does === 'accept') return true;
      if (instruction.does === 'take') taking.push(state);
      else if (instruction.does === 'split') open.push(instruction.other, instruction.next);
      else if (holds(run, instruction.assertion, at)) open.push(instruction.next);
    }
    if (at === end || (taking.length === 0 && !anywhere)) return false;
    const character = characters[isBackwards ? at - 1 : at] ?? '';
    budget.spend(taking.length);
    for (const state of taking) {
      const instruction = instructions[state];
      if (instruction?.does !== 'take' || !instruction.matches(character)) continue;
      open.push(instruction.next);
    }
    if (anywhere) open.push(first);
  }
}

function holds(run: Run, assertion: Assertion, at: number): boolean {
  const { characters } = run;
  if (assertion.kind === 'start') return at === 0;
  if (assertion.kind === 'end') return at === characters.length;
  if (assertion.kind === 'boundary') {
    return (isWord(characters[at - 1]) === isWord(characters[at])) === assertion.isNegated;
  }
  const { program, isNegated } = assertion;
  const known = run.looks.get(program) ?? new Map<number, boolean>();
  run.looks.set(program, known);
  const found = known.get(at) ?? matchesFrom(run, program, at, false);
  known.set(at, found);
  return found !== isNegated;
}

/** Whether a character is one of a word, as `\b` sees it. */
export function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}
