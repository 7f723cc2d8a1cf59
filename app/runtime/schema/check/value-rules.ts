import { format as formats } from '@cfworker/json-schema';

import { toText } from '../../json.ts';
import type { JsonValue } from '../../json.ts';
import { patternOf } from '../pattern/pattern.ts';
import { addError, onlyFor } from './check-run.ts';
import type { CheckRun, KeywordRule, Rule } from './check-run.ts';
import { isEqual } from './is-equal.ts';
import { isMultipleOf } from './is-multiple-of.ts';

const type: Rule = ({ type: expected }, value, run, at) => {
  const types = Array.isArray(expected) ? expected : [expected];
  const actual = typeOf(value);
  const isOne = types.some(
    (each) => each === actual || (each === 'integer' && Number.isInteger(value)),
  );
  if (isOne || expected === undefined) return true;
  const names = types.map((each) => toText(each ?? '')).join('", "');
  return addError(run, at, 'type', `Instance type "${actual}" is invalid. Expected "${names}".`);
};

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const constant: Rule = ({ const: expected = null }, value, run, at) =>
  isEqual(value, expected, run.budget) ||
  addError(run, at, 'const', `Instance does not match ${print(expected, at)}.`);

const oneOfValues: Rule = ({ enum: allowed }, value, run, at) => {
  if (!Array.isArray(allowed)) return true;
  run.budget.spend(allowed.length / 16);
  const isAllowed =
    typeof value === 'object' && value !== null
      ? allowed.some((each) => isEqual(value, each, run.budget))
      : allowed.includes(value);
  return (
    isAllowed || addError(run, at, 'enum', `Instance does not match any of ${print(allowed, at)}.`)
  );
};

/** Only what is reported is worth printing. */
function print(value: JsonValue, at: unknown): string {
  return at === null ? '' : JSON.stringify(value);
}

/** Rules that hold for values of each type. */
export const valueRules: readonly KeywordRule[] = [
  ['type', type],
  ['const', constant],
  ['enum', oneOfValues],
];

function bound(
  keyword: string,
  isKept: (value: number, limit: number) => boolean,
  words: string,
): KeywordRule<number> {
  return [
    keyword,
    (schema, value, run, at) => {
      const limit = schema[keyword];
      if (typeof limit !== 'number' || isKept(value, limit)) return true;
      return addError(run, at, keyword, `${value} ${words} ${limit}.`);
    },
  ];
}

export const numberRules = onlyFor(
  (value) => typeof value === 'number',
  [
    bound('minimum', (value, limit) => value >= limit, 'is less than'),
    bound('maximum', (value, limit) => value <= limit, 'is greater than'),
    bound('exclusiveMinimum', (value, limit) => value > limit, 'is less than'),
    bound('exclusiveMaximum', (value, limit) => value < limit, 'is greater than or equal to'),
    bound('multipleOf', isMultipleOf, 'is not a multiple of'),
  ],
);

const minLength: Rule<string> = ({ minLength: least }, value, run, at) => {
  // No character is longer than two units.
  if (typeof least !== 'number' || value.length >= least * 2) return true;
  const length = countCharacters(value, run);
  return (
    length >= least || addError(run, at, 'minLength', `String is too short (${length} < ${least}).`)
  );
};

const maxLength: Rule<string> = ({ maxLength: most }, value, run, at) => {
  if (typeof most !== 'number' || value.length <= most) return true;
  const length = countCharacters(value, run);
  return (
    length <= most || addError(run, at, 'maxLength', `String is too long (${length} > ${most}).`)
  );
};

function countCharacters(text: string, run: CheckRun): number {
  run.budget.spend(text.length / 16);
  let count = 0;
  // An iterator counts characters, where `length` counts units.
  for (const _ of text) count += 1;
  return count;
}

const pattern: Rule<string> = ({ pattern: source }, value, run, at) => {
  if (typeof source !== 'string') return true;
  // What cannot be told is left to the API.
  if (patternOf(source)?.matches(value, run.budget) !== false) return true;
  return addError(run, at, 'pattern', 'String does not match pattern.');
};

const format: Rule<string> = ({ format: name }, value, run, at) => {
  if (typeof name !== 'string') return true;
  run.budget.spend(value.length / 16);
  return (
    hasFormat(value, name) || addError(run, at, 'format', `String does not match format "${name}".`)
  );
};

/** Whether a text has a format; true of formats that nobody knows. */
export function hasFormat(text: string, name: string): boolean {
  // The package's own pattern of it takes time that doubles with each character.
  if (name === 'url') return /^(?:https?|ftp):\/\//i.test(text) && URL.canParse(text);
  return !Object.hasOwn(formats, name) || formats[name]?.(text) === true;
}

export const stringRules = onlyFor(
  (value) => typeof value === 'string',
  [
    ['minLength', minLength],
    ['maxLength', maxLength],
    ['pattern', pattern],
    ['format', format],
  ],
);
