import { parseJson, toText } from '../json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';
import { isEqual } from '../schema/check/is-equal.ts';
import { printValue } from '../schema/describe-schema.ts';
import { findProblems } from '../schema/find-problems.ts';
import { patternOf } from '../schema/pattern/pattern.ts';
import { StepBudget, TooComplex } from '../schema/step-budget.ts';
import { checkOf } from '../schema/validator.ts';
import type { ToolResult } from '../tool-context.ts';
import type { Expectations, ValueCheck } from './expectations.ts';
import { readJsonPath, selectValues } from './select-values.ts';

/** How a call ended. */
export interface CallEvidence {
  result: ToolResult;
  /** HTTP status of the last answer of the API; null: it was not asked. */
  status: number | null;
  milliseconds: number;
}

/** The schema that a tool's structured content is declared with. */
export interface DeclaredOutput {
  schema: JsonObject | undefined;
  definitions: { [name: string]: JsonSchema };
}

/** Steps of all checks of one call together. */
const MAX_STEPS = 2_000_000;
const MAX_ERROR_CHARACTERS = 300;

/** Shows a value that came, at a property of this name: null at none. */
export type ShowValue = (value: JsonValue | undefined, name: string | null) => string;

/**
 * Says of each expectation that a call did not meet what was expected and what came; empty: it met all.
 *
 * @param show default: the beginning of its JSON.
 */
export function findUnmet(
  { outcome, status, fitsSchema, checks, maxMs }: Expectations,
  call: CallEvidence,
  output: DeclaredOutput,
  show: ShowValue = printValue,
): string[] {
  const isError = call.result.isError === true;
  const unmet: string[] = [];
  if (isError !== (outcome === 'error')) {
    unmet.push(
      isError
        ? `The call failed: ${textOf(call.result)}`
        : 'The call succeeded, but an error was expected.',
    );
  }
  if (status !== undefined && call.status !== status) {
    const got = call.status === null ? 'was not asked' : `answered with ${call.status}`;
    unmet.push(`The API ${got}, but HTTP ${status} was expected.`);
  }
  // An answer that is no success, although one was expected, is not of that form anyway.
  if (!isError || outcome === 'error') {
    if (fitsSchema === true) unmet.push(...findMisfits(call.result, output));
    unmet.push(...findFailedChecks(checks, toCheckedValue(call.result), show));
  }
  if (maxMs !== undefined && call.milliseconds > maxMs) {
    unmet.push(
      `The call took ${Math.round(call.milliseconds)} ms; at most ${maxMs} ms is allowed.`,
    );
  }
  return unmet;
}

function findMisfits({ structuredContent }: ToolResult, output: DeclaredOutput): string[] {
  if (output.schema === undefined) return ['The tool has no output schema to compare with.'];
  if (structuredContent === undefined) return ['The answer has no structured content.'];
  const [problem] = findProblems(checkOf(output.schema, output.definitions), structuredContent);
  return problem === undefined ? [] : [`The answer does not fit the schema: ${problem.message}.`];
}

/** The value that paths start at: the structured content, else the text, read as JSON where it is some. */
export function toCheckedValue(result: ToolResult): JsonValue {
  if (result.structuredContent !== undefined) return result.structuredContent;
  const [block] = result.content;
  if (block?.type !== 'text') return null;
  try {
    return parseJson(block.text);
  } catch {
    return block.text;
  }
}

function findFailedChecks(
  checks: readonly ValueCheck[],
  document: JsonValue,
  show: ShowValue,
): string[] {
  const budget = new StepBudget(MAX_STEPS);
  return checks.flatMap((check) => {
    try {
      const problem = findFailed(check, document, budget, show);
      return problem === null ? [] : [`${check.path} ${problem}`];
    } catch (error) {
      // The value nests deeper than the stack, or there is too much of it.
      if (error instanceof TooComplex || error instanceof RangeError) {
        return [`${check.path} takes too many steps to check.`];
      }
      throw error;
    }
  });
}

/** Why a check fails, as the rest of a sentence that starts with its path. */
function findFailed(
  check: ValueCheck,
  document: JsonValue,
  budget: StepBudget,
  show: ShowValue,
): string | null {
  const steps = readJsonPath(check.path);
  if (steps === null) return 'is not a path that can be read.';
  const values = selectValues(document, steps);
  const last = steps.findLast((step) => typeof step === 'object' && 'name' in step);
  const name = typeof last === 'object' && 'name' in last ? last.name : null;
  const shown = (value: JsonValue | undefined) => show(value, name);
  if (check.is === 'absent') {
    return values.length === 0 ? null : `should be absent, but is ${shown(values[0])}.`;
  }
  if (values.length === 0) return 'is missing.';
  switch (check.is) {
    case 'present':
      return null;
    case 'equals': {
      const other = values.findIndex((value) => !isEqual(value, check.value, budget));
      if (other < 0) return null;
      return `should be ${printValue(check.value)}, but is ${shown(values[other])}.`;
    }
    case 'matches':
      return findMismatch(check.pattern, values, budget, shown);
  }
}

function findMismatch(
  source: string,
  values: readonly JsonValue[],
  budget: StepBudget,
  shown: (value: JsonValue) => string,
): string | null {
  const pattern = patternOf(source);
  if (pattern === null) return `cannot be matched: ${source} is not a regular expression.`;
  for (const value of values) {
    const isMatch = pattern.matches(toText(value), budget);
    if (isMatch === null) return `cannot be matched with ${source} in bounded time.`;
    if (!isMatch) return `should match ${source}, but is ${shown(value)}.`;
  }
  return null;
}

/** The last text of an error: a note about an answer comes after the answer itself. */
function textOf({ content }: ToolResult): string {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return (texts.at(-1) ?? 'It said nothing.').slice(0, MAX_ERROR_CHARACTERS).toWellFormed();
}
