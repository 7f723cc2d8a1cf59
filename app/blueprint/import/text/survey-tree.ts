import type { JsonValue } from '#app/runtime/definition.ts';

/** Findings of one walk over a tree. */
interface TreeSurvey {
  depth: number;
  keys: number;
  /** Something may be marked as `readOnly` or `writeOnly`. */
  hasMarks: boolean;
  /** A number has no JSON form: `1e999`. */
  hasInfinite: boolean;
}

/** Walks a tree down to a depth; deeper nesting is only detected. */
export function surveyTree(root: JsonValue, maxDepth: number): TreeSurvey {
  const survey: TreeSurvey = { depth: 0, keys: 0, hasMarks: false, hasInfinite: false };
  surveyValue(root, 1, maxDepth, survey);
  return survey;
}

function surveyValue(value: JsonValue, depth: number, maxDepth: number, survey: TreeSurvey): void {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) survey.hasInfinite = true;
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth > survey.depth) survey.depth = depth;
  if (depth > maxDepth) return;
  if (Array.isArray(value)) {
    for (const item of value) surveyValue(item, depth + 1, maxDepth, survey);
    return;
  }
  // Not `Object.keys`: a list for each object of a large document takes twice as long.
  for (const key in value) {
    const child = value[key];
    survey.keys += 1;
    if (typeof child === 'string' || child === undefined) continue;
    if (child === true && (key === 'readOnly' || key === 'writeOnly')) survey.hasMarks = true;
    surveyValue(child, depth + 1, maxDepth, survey);
  }
}
