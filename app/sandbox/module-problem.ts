import type { Position } from './position-of.ts';

/** A problem in a module and its position; lines and columns start at 1. */
export interface ModuleProblem extends Position {
  message: string;
}

/** Maximum number of reported problems: each has to be located. */
export const MAX_PROBLEMS = 20;

/** A problem at an offset of the compiled JavaScript. */
export interface Fault {
  at: number;
  message: string;
}

/**
 * The first problems that a walk of the module finds, in the order of the text. Code nested too deeply for a
 * walk is one problem.
 */
export function toProblems(
  locate: (offset: number) => Position,
  walk: (report: (fault: Fault) => void) => void,
): ModuleProblem[] {
  const faults: Fault[] = [];
  try {
    walk((fault) => faults.push(fault));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ line: 1, column: 1, message: 'The code is nested too deeply to be checked.' }];
  }
  return faults
    .toSorted((a, b) => a.at - b.at)
    .slice(0, MAX_PROBLEMS)
    .map(({ at, message }) => ({ ...locate(at), message }));
}
