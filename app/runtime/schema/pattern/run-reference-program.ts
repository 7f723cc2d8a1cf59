import type { StepBudget } from '../step-budget.ts';
import type { ReferenceProgram } from './reference-program.ts';
import { isWord } from './run-program.ts';

/** Steps after which a match is given up: references make some patterns hard for every matcher. */
const MAX_RUN_STEPS = 200_000;

/** Where a match is: the step, the place in the text, and what it remembers. */
interface State {
  step: number;
  at: number;
  /** Places at which groups and rounds began that are not over. */
  marks: readonly number[];
  /** The last match of each group; empty where there was none. */
  groups: readonly string[];
}

interface ReferenceRun {
  characters: readonly string[];
  budget: StepBudget;
  left: number;
}

class GivenUp extends Error {}

/**
 * Whether the program matches somewhere in a text, or from its start alone; null where that takes too many steps.
 * It goes back like the engine does, but never tries the same state twice.
 */
export function runReferenceProgram(
  program: ReferenceProgram,
  text: string,
  { isAnchored, budget }: { isAnchored: boolean; budget: StepBudget },
): boolean | null {
  const run: ReferenceRun = { characters: Array.from(text), budget, left: MAX_RUN_STEPS };
  const tried = new Set<string>();
  const last = isAnchored ? 0 : run.characters.length;
  try {
    for (let at = 0; at <= last; at += 1) {
      if (find(run, program, { step: program.first, at, marks: [], groups: [] }, tried))
        return true;
    }
    return false;
  } catch (error) {
    if (error instanceof GivenUp) return null;
    throw error;
  }
}

/** The matches of the groups where the program first accepts; null where it never does. */
function find(
  run: ReferenceRun,
  program: ReferenceProgram,
  from: State,
  tried: Set<string>,
): readonly string[] | null {
  const open: State[] = [from];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const key = `${state.step},${state.at},${state.marks.join()},${JSON.stringify(state.groups)}`;
    spend(run, 1 + key.length / 32);
    if (tried.has(key)) continue;
    tried.add(key);
    const step = program.steps[state.step];
    if (step === undefined) continue;
    if (step.does === 'accept') return state.groups;
    if (step.does === 'split') open.push({ ...state, step: step.other });
    const next = advance(run, program, state);
    if (next !== null) open.push(next);
  }
  return null;
}

/** The state after its step; null where that fails. */
function advance(run: ReferenceRun, program: ReferenceProgram, state: State): State | null {
  const step = program.steps[state.step];
  if (step === undefined || step.does === 'accept') return null;
  const { at, marks, groups } = state;
  const passed = { ...state, step: step.next };
  const { characters } = run;
  switch (step.does) {
    case 'split':
      return passed;
    case 'take': {
      const character = characters[program.isBackwards ? at - 1 : at];
      if (character === undefined || !step.matches(character)) return null;
      return { ...passed, at: at + (program.isBackwards ? -1 : 1) };
    }
    case 'start':
      return at === 0 ? passed : null;
    case 'end':
      return at === characters.length ? passed : null;
    case 'boundary':
      return (isWord(characters[at - 1]) === isWord(characters[at])) === step.isNegated
        ? passed
        : null;
    case 'mark':
      return { ...passed, marks: put(marks, step.mark, at) };
    case 'leave':
      return marks[step.mark] === at ? null : { ...passed, marks: marks.slice(0, step.mark) };
    case 'remember': {
      const [from, to] = [marks[step.mark] ?? at, at].toSorted((one, other) => one - other);
      const text = characters.slice(from, to).join('');
      spend(run, text.length / 16);
      return { ...passed, marks: marks.slice(0, step.mark), groups: put(groups, step.group, text) };
    }
    case 'forget':
      return { ...passed, groups: step.groups.reduce((all, at) => put(all, at, ''), groups) };
    case 'refer':
      return refer(run, program, passed, step.groups);
    case 'look': {
      const { program: looked, isNegated } = step;
      const begin = { step: looked.first, at, marks: [], groups };
      const found = find(run, looked, begin, new Set());
      if (isNegated) return found === null ? passed : null;
      return found && { ...passed, groups: found };
    }
  }
}

/** Reads once more what the group matched. */
function refer(
  run: ReferenceRun,
  { isBackwards }: ReferenceProgram,
  state: State,
  meant: readonly number[],
): State | null {
  const text = meant.map((group) => state.groups[group] ?? '').find((each) => each !== '') ?? '';
  const wanted = Array.from(text);
  spend(run, wanted.length / 16);
  const from = isBackwards ? state.at - wanted.length : state.at;
  const isThere = wanted.every((character, index) => run.characters[from + index] === character);
  return isThere ? { ...state, at: isBackwards ? from : from + wanted.length } : null;
}

function put<Value extends number | string>(
  values: readonly Value[],
  at: number,
  value: Value,
): readonly Value[] {
  const changed = [...values];
  changed[at] = value;
  return changed;
}

function spend(run: ReferenceRun, steps: number): void {
  run.budget.spend(steps);
  run.left -= steps;
  if (run.left < 0) throw new GivenUp();
}
