import * as z from 'zod/mini';

import type * as runtime from '#app/runtime/expectations/expectations.ts';
import { readJsonPath } from '#app/runtime/expectations/select-values.ts';
import { isTooDeep } from '#app/runtime/json-depth.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

import { isJsonValue } from '#app/blueprint/is-json-value.ts';

/** Maximum numbers and lengths of saved tests: the one place that schemas, screens and texts take them from. */
export const TEST_LIMITS = {
  tests: 200,
  checks: 30,
  nameCharacters: 120,
  toolCharacters: 128,
  patternCharacters: 1_000,
  /** Of the arguments, and of each value to compare with, as JSON. */
  jsonCharacters: 16_000,
  /** Of a whole test as JSON. */
  testCharacters: 32_000,
  /** A call that takes longer has failed in any case. */
  maxMs: 20_000,
};

// Each is a check of its own: those of zod that no screen has yet would be loaded with every chat.
const Path = z.custom<string>(
  (path) => typeof path === 'string' && readJsonPath(path) !== null,
  'must be a path such as $.items[0].name',
);

const TOO_LONG_TEST = `must have at most ${TEST_LIMITS.testCharacters} characters of JSON in all`;

const TOO_LONG = `must be JSON of at most ${TEST_LIMITS.jsonCharacters} characters`;

const Value = z.custom<JsonValue>((value) => isJsonValue(value) && isShort(value), TOO_LONG);

const Arguments = z.custom<JsonObject>(
  (value) => isJsonObject(value) && isJsonValue(value) && isShort(value),
  TOO_LONG,
);

const Pattern = z.custom<string>(
  (text) => isText(text, TEST_LIMITS.patternCharacters) && isPattern(text),
  'must be a regular expression',
);

export const PathCheck = z.discriminatedUnion('is', [
  z.strictObject({ path: Path, is: z.literal('equals'), value: Value }),
  z.strictObject({ path: Path, is: z.literal('matches'), pattern: Pattern }),
  z.strictObject({ path: Path, is: z.enum(['present', 'absent']) }),
]) satisfies z.ZodMiniType<runtime.ValueCheck>;
export type PathCheck = z.infer<typeof PathCheck>;

/** A saved example call, with what is expected of it. */
export const SavedTest = z
  .strictObject({
    name: toText(TEST_LIMITS.nameCharacters),
    /** Also one that a version does not have: the call then fails. */
    tool: toText(TEST_LIMITS.toolCharacters),
    upstream: z.enum(['any', 'mock', 'real']),
    arguments: Arguments,
    expect: z.strictObject({
      outcome: z.enum(['success', 'error']),
      status: z.optional(toInteger(100, 599)),
      fitsSchema: z.optional(z.boolean()),
      checks: z.array(PathCheck).check(z.maxLength(TEST_LIMITS.checks)),
      maxMs: z.optional(toInteger(1, TEST_LIMITS.maxMs)),
    }),
  })
  .check(({ value, issues }) => {
    if (JSON.stringify(value).length <= TEST_LIMITS.testCharacters) return;
    issues.push({ code: 'custom', message: TOO_LONG_TEST, input: value });
  }) satisfies z.ZodMiniType<runtime.ExpectedCall>;
export type SavedTest = z.infer<typeof SavedTest>;

/** The tests that travel with an exported server. */
export const SavedTests = z.array(SavedTest).check(z.maxLength(TEST_LIMITS.tests));

/** Whether a value is short as JSON, and not nested deeper than anybody's values are. */
function isShort(value: unknown): boolean {
  try {
    const text = JSON.stringify(value);
    return text.length <= TEST_LIMITS.jsonCharacters && !isTooDeep(text);
  } catch {
    // It nests deeper than the stack.
    return false;
  }
}

/** Whether it can be read; only the runtime's own matcher, which is bounded, ever runs it. */
function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').unicode;
  } catch {
    return false;
  }
}

function isText(value: unknown, length: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= length;
}

function toText(length: number) {
  const message = `must have 1 to ${length} characters`;
  return z.custom<string>((value) => isText(value, length), message);
}

function toInteger(least: number, most: number) {
  const isWithin = (value: unknown) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
  return z.custom<number>(isWithin, `must be a whole number from ${least} to ${most}`);
}
