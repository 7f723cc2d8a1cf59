import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { FileStep } from './compare-files.ts';
import { isComparable } from './is-comparable.ts';
import type { Replacement } from './push-preview.ts';

/** Edited files have changed again since the user has seen them, or were never shown. */
export interface EditsUnseen {
  reason: 'editsUnseen';
  paths: string[];
}

/** The steps that are taken, and the edited files that stay. */
export interface ChosenSteps {
  steps: FileStep[];
  kept: string[];
}

/** Takes edited files only where the user has seen this very content compared and wants it replaced. */
export function chooseSteps(
  all: readonly FileStep[],
  replace: readonly Replacement[],
): Result<ChosenSteps, EditsUnseen> {
  const wanted = new Map(replace.map(({ path, sha }) => [path, sha]));
  const [steps, kept, unseen]: [FileStep[], string[], string[]] = [[], [], []];
  for (const step of all) {
    const seen = wanted.get(step.path);
    if (step.edit === null) steps.push(step);
    else if (seen === undefined) kept.push(step.path);
    else if (seen === (step.existing?.sha ?? null) && isComparable(step)) steps.push(step);
    else unseen.push(step.path);
  }
  return unseen.length > 0
    ? fail({ reason: 'editsUnseen', paths: unseen })
    : succeed({ steps, kept });
}
