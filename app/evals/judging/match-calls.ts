import type { TaskCall } from '#app/evals/eval-file.ts';
import type { RunCall } from '#app/evals/runs/eval-run.ts';

import { findMismatch } from './match-argument.ts';

/** Which expected call each call is, and what is left on both sides. */
export interface MatchedCalls {
  /** For each expected call the index of the call that is it; null: none is. */
  found: (number | null)[];
  /** Indices of calls that nobody expected. */
  extra: number[];
}

/** Finds for as many expected calls as possible one call each; in the order of the list, where that counts. */
export function matchCalls(
  expected: readonly TaskCall[],
  calls: readonly RunCall[],
  order: 'any' | 'listed',
): MatchedCalls {
  const found = order === 'any' ? matchFreely(expected, calls) : matchInOrder(expected, calls);
  const used = new Set(found);
  const extra = calls.flatMap((_call, index) => (used.has(index) ? [] : [index]));
  return { found, extra };
}

/** Problems of a call's arguments, by argument; empty: it is what was expected. */
export function findWrongArguments(
  { arguments: wanted = {}, onlyThese = false }: TaskCall,
  { input, unread }: RunCall,
): string[] {
  if (unread !== undefined) return ['the arguments are not a JSON object'];
  const problems = Object.entries(wanted).flatMap(([name, matcher]) => {
    const problem = findMismatch(input, name, matcher);
    return problem === null ? [] : [`${name} ${problem}`];
  });
  if (!onlyThese) return problems;
  const named = new Set(
    Object.keys(wanted).map((name) => /^\$\.?([\w-]+)/.exec(name)?.[1] ?? name),
  );
  const more = Object.keys(input).filter((name) => !named.has(name));
  return [...problems, ...more.map((name) => `${name} was not expected`)];
}

/** Whether a call is of the tool that is expected, whatever its arguments. */
export function isOfTool(expected: TaskCall, call: RunCall): boolean {
  const { tool, server } = expected;
  return call.name === tool && (server === undefined || call.server === server);
}

function isMatch(expected: TaskCall, call: RunCall): boolean {
  return isOfTool(expected, call) && findWrongArguments(expected, call).length === 0;
}

/** The longest part of the list that is found in order: each expected call takes the first that fits. */
function matchInOrder(expected: readonly TaskCall[], calls: readonly RunCall[]) {
  let from = 0;
  return expected.map((each) => {
    const index = calls.findIndex((call, at) => at >= from && isMatch(each, call));
    if (index === -1) return null;
    from = index + 1;
    return index;
  });
}

/** A largest matching, by augmenting paths: a call that fits two gives way where the other has no choice. */
function matchFreely(expected: readonly TaskCall[], calls: readonly RunCall[]) {
  const owner = new Map<number, number>();
  const place = (at: number, tried: Set<number>): boolean => {
    const each = expected[at];
    if (each === undefined) return false;
    for (const [index, call] of calls.entries()) {
      if (tried.has(index) || !isMatch(each, call)) continue;
      tried.add(index);
      const other = owner.get(index);
      if (other !== undefined && !place(other, tried)) continue;
      owner.set(index, at);
      return true;
    }
    return false;
  };
  for (const at of expected.keys()) place(at, new Set());
  const byExpected = new Map([...owner].map(([index, at]) => [at, index]));
  return expected.map((_each, at) => byExpected.get(at) ?? null);
}
