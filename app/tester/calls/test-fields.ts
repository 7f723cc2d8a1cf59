import { SavedTest, type PathCheck } from '#app/blueprint/saved-tests/saved-test.ts';
import { toJsonPath } from '#app/platform/json-path.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';

/** A check as its row of fields has it. */
export interface CheckFields {
  path: string;
  is: PathCheck['is'];
  /** The value as JSON, or the pattern; a text that is no JSON stands for itself. */
  value: string;
}

/** A saved test as the fields of its form have it. */
export interface TestFields {
  name: string;
  tool: string;
  upstream: SavedTest['upstream'];
  argumentsText: string;
  outcome: SavedTest['expect']['outcome'];
  status: string;
  fitsSchema: boolean;
  checks: CheckFields[];
  maxMs: string;
}

/** The fields of a new test. */
export const NEW_TEST: TestFields = {
  name: '',
  tool: '',
  upstream: 'any',
  argumentsText: '{}',
  outcome: 'success',
  status: '',
  fitsSchema: false,
  checks: [],
  maxMs: '',
};

/** The fields of a test that is there. */
export function toTestFields({ expect, ...test }: SavedTest): TestFields {
  return {
    name: test.name,
    tool: test.tool,
    upstream: test.upstream,
    argumentsText: JSON.stringify(test.arguments, null, 2),
    outcome: expect.outcome,
    status: expect.status === undefined ? '' : String(expect.status),
    fitsSchema: expect.fitsSchema === true,
    checks: expect.checks.map(toCheckFields),
    maxMs: expect.maxMs === undefined ? '' : String(expect.maxMs),
  };
}

function toCheckFields(check: PathCheck): CheckFields {
  const { path, is } = check;
  if (check.is === 'equals') return { path, is, value: toValueText(check.value) };
  return { path, is, value: check.is === 'matches' ? check.pattern : '' };
}

/** A text without its quotes, unless it would be read as something else then. */
export function toValueText(value: JsonValue): string {
  return typeof value === 'string' && toValue(value) === value ? value : JSON.stringify(value);
}

function toValue(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Reads the fields; of those that are wrong, sentences by the place in the test: `expect.checks.0.path`. */
export function readTestFields(
  fields: TestFields,
): Result<SavedTest, { reason: 'invalid'; problems: Map<string, string> }> {
  const args = toValue(fields.argumentsText);
  if (!isJsonObject(args)) {
    const message = 'The arguments must be a JSON object: {"name": value}.';
    return fail({ reason: 'invalid', problems: new Map([['arguments', message]]) });
  }
  const read = SavedTest.safeParse({
    name: fields.name.trim(),
    tool: fields.tool.trim(),
    upstream: fields.upstream,
    arguments: args,
    expect: {
      outcome: fields.outcome,
      ...(fields.status.trim() && { status: Number(fields.status) }),
      ...(fields.fitsSchema && { fitsSchema: true }),
      checks: fields.checks.map(toCheck),
      ...(fields.maxMs.trim() && { maxMs: Number(fields.maxMs) }),
    },
  });
  if (read.success) return succeed(read.data);
  const problems = new Map<string, string>();
  for (const { path, message } of read.error.issues.toReversed()) {
    problems.set(path.join('.'), `${nameOf(path)} ${message}`);
  }
  return fail({ reason: 'invalid', problems });
}

function toCheck({ path, is, value }: CheckFields): object {
  if (is === 'equals') return { path: path.trim(), is, value: toValue(value) };
  return { path: path.trim(), is, ...(is === 'matches' && { pattern: value }) };
}

const NAMES: Record<string, string> = {
  name: 'The name',
  tool: 'The tool',
  status: 'The status',
  maxMs: 'The time',
  path: 'The path',
  pattern: 'The pattern',
  value: 'The value',
};

function nameOf(path: readonly PropertyKey[]): string {
  return NAMES[String(path.at(-1))] ?? toJsonPath(path);
}
