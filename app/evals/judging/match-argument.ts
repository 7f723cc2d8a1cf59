import { readJsonPath, selectValues } from '#app/runtime/expectations/select-values.ts';
import { toText, valueOf, type JsonObject, type JsonValue } from '#app/runtime/json.ts';
import { isEqual } from '#app/runtime/schema/check/is-equal.ts';
import { printValue } from '#app/runtime/schema/describe-schema.ts';
import { patternOf } from '#app/runtime/schema/pattern/pattern.ts';
import { StepBudget, TooComplex } from '#app/runtime/schema/step-budget.ts';

import type { ArgumentMatcher } from '#app/evals/eval-file.ts';

const MAX_STEPS = 500_000;

/** Says what is wrong with an argument, as the rest of a sentence that starts with its name; null: nothing. */
export function findMismatch(
  input: JsonObject,
  name: string,
  matcher: ArgumentMatcher,
): string | null {
  const value = readArgument(input, name);
  if (typeof matcher === 'object' && matcher !== null && 'present' in matcher) {
    if (matcher.present === (value !== undefined)) return null;
    return value === undefined ? 'is missing' : `should be left out, but is ${printValue(value)}`;
  }
  if (value === undefined) return 'is missing';
  try {
    const wanted = findUnlike(value, matcher, new StepBudget(MAX_STEPS));
    return wanted === null ? null : `should ${wanted}, but is ${printValue(value)}`;
  } catch (error) {
    if (error instanceof TooComplex || error instanceof RangeError)
      return 'is too complex to check';
    throw error;
  }
}

/** A condition in words: "be 2". */
export function describeMatcher(matcher: ArgumentMatcher): string {
  if (typeof matcher !== 'object' || matcher === null) return `be ${printValue(matcher)}`;
  if ('equals' in matcher) return `be ${printValue(matcher.equals)}`;
  if ('oneOf' in matcher) return `be one of ${matcher.oneOf.map(printEach).join(', ')}`;
  if ('contains' in matcher) return `contain "${matcher.contains}"`;
  if ('matches' in matcher) return `match ${matcher.matches}`;
  if ('present' in matcher) return matcher.present ? 'be given' : 'be left out';
  const { atLeast, atMost } = matcher;
  const bounds = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ];
  return bounds.length > 0 ? `be a number, ${bounds.join(' and ')}` : 'be a number';
}

function printEach(value: JsonValue): string {
  return printValue(value);
}

function readArgument(input: JsonObject, name: string): JsonValue | undefined {
  const own = valueOf(input, name);
  if (own !== undefined) return own;
  const steps = readJsonPath(name);
  return steps === null ? undefined : selectValues(input, steps)[0];
}

/** The condition in words where the value does not meet it. */
function findUnlike(value: JsonValue, matcher: ArgumentMatcher, budget: StepBudget): string | null {
  return isLike(value, matcher, budget) ? null : describeMatcher(matcher);
}

function isLike(value: JsonValue, matcher: ArgumentMatcher, budget: StepBudget): boolean {
  if (typeof matcher !== 'object' || matcher === null) return isEqual(value, matcher, budget);
  if ('equals' in matcher) return isEqual(value, matcher.equals, budget);
  if ('oneOf' in matcher) return matcher.oneOf.some((each) => isEqual(value, each, budget));
  if ('contains' in matcher) {
    return toText(value).toLowerCase().includes(matcher.contains.toLowerCase());
  }
  if ('matches' in matcher) {
    return patternOf(matcher.matches)?.matches(toText(value), budget) === true;
  }
  if ('present' in matcher) return matcher.present;
  const { atLeast = -Infinity, atMost = Infinity } = matcher;
  return typeof value === 'number' && value >= atLeast && value <= atMost;
}
