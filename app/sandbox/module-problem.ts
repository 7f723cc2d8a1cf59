import type { Position } from './position-of.ts';

/** What is wrong in a module, and where; lines and columns count from 1. */
export interface ModuleProblem extends Position {
  message: string;
}

/** Nobody reads more, and each has to be placed. */
const MAX_PROBLEMS = 100;

/** A problem at an offset of the JavaScript that a module becomes. */
export interface Fault {
  at: number;
  message: string;
}

/**
 * The first problems that a walk of the module reports, in the order of the text. Code that is nested
 * deeper than a walk can follow is one problem.
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
