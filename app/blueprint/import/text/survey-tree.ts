import type { JsonValue } from '#app/runtime/definition.ts';

import { MAX_DEPTH, TreeBudget } from './tree-budget.ts';

/** Findings of one walk over a tree. */
interface TreeSurvey {
  depth: number;
  keys: number;
  /** Something may be marked as `readOnly` or `writeOnly`. */
  hasMarks: boolean;
  /** A number has no JSON form: `1e999`. */
  hasInfinite: boolean;
  /** It is larger than any document: aliases multiply in it. The walk ended there. */
  isTooLarge: boolean;
}

/**
 * Walks a tree; nesting deeper than `MAX_DEPTH` is only detected.
 *
 * @param length of the text that the tree was read from.
 */
export function surveyTree(root: JsonValue, length: number): TreeSurvey {
  const survey: TreeSurvey = {
    depth: 0,
    keys: 0,
    hasMarks: false,
    hasInfinite: false,
    isTooLarge: false,
  };
  surveyValue(root, 1, survey, new TreeBudget(length));
  return survey;
}

function surveyValue(
  value: JsonValue,
  depth: number,
  survey: TreeSurvey,
  budget: TreeBudget,
): void {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) survey.hasInfinite = true;
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth > survey.depth) survey.depth = depth;
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const item of value) {
      // Not only below: every level that is still open would go through the rest of its list.
      if (survey.isTooLarge) return;
      if (!budget.spend(item)) survey.isTooLarge = true;
      surveyValue(item, depth + 1, survey, budget);
    }
    return;
  }
  // Not `Object.keys`: a list for each object of a large document takes twice as long.
  for (const key in value) {
    if (survey.isTooLarge) return;
    const child = value[key];
    survey.keys += 1;
    if (!budget.spend(child)) survey.isTooLarge = true;
    if (typeof child === 'string' || child === undefined) continue;
    if (child === true && (key === 'readOnly' || key === 'writeOnly')) survey.hasMarks = true;
    surveyValue(child, depth + 1, survey, budget);
  }
}
