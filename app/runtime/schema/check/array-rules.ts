import type { JsonValue } from '../../json.ts';
import { checkPart, addError, onlyFor, toSchema, toSchemas } from './check-run.ts';
import type { CheckRun, CheckPlace, Rule } from './check-run.ts';
import { evaluatedIndexes } from './evaluated-parts.ts';
import { findEqualItems } from './is-equal.ts';

type ArrayRule = Rule<JsonValue[]>;

const maxItems: ArrayRule = ({ maxItems: most }, value, run, at) =>
  typeof most !== 'number' ||
  value.length <= most ||
  addError(run, at, 'maxItems', `Array has too many items (${value.length} > ${most}).`);

const minItems: ArrayRule = ({ minItems: least }, value, run, at) =>
  typeof least !== 'number' ||
  value.length >= least ||
  addError(run, at, 'minItems', `Array has too few items (${value.length} < ${least}).`);

const prefixItems: ArrayRule = (schema, value, run, at) => {
  const first = toSchemas(schema['prefixItems']);
  const judged = value.slice(0, first.length);
  return checkItems(run, at, {
    items: judged.map((item, index) => [index, item]),
    keyword: 'prefixItems',
    error: 'Items did not match schema.',
    schemaOf: (index) => first[index] ?? true,
    stepOf: (index) => `prefixItems/${index}`,
  });
};

const items: ArrayRule = (schema, value, run, at) => {
  const rest = toSchema(schema['items']);
  const first = Array.isArray(schema['prefixItems']) ? schema['prefixItems'].length : 0;
  return checkItems(run, at, {
    items: value.slice(first).map((item, index) => [index + first, item]),
    keyword: 'items',
    error: 'Items did not match schema.',
    schemaOf: () => rest,
    stepOf: () => 'items',
  });
};

const unevaluatedItems: ArrayRule = (schema, value, run, at) => {
  const rest = toSchema(schema['unevaluatedItems']);
  const evaluated = evaluatedIndexes(schema, value, run);
  return checkItems(run, at, {
    items: [...value.entries()].filter(([index]) => !evaluated.has(index)),
    keyword: 'unevaluatedItems',
    error: 'Items did not match unevaluated items schema.',
    schemaOf: () => rest,
    stepOf: () => 'unevaluatedItems',
  });
};

interface ItemsCheck {
  items: [index: number, item: JsonValue][];
  keyword: string;
  error: string;
  schemaOf: (index: number) => ReturnType<typeof toSchema>;
  /** The rest of the pointer to the schema of an item. */
  stepOf: (index: number) => string;
}

function checkItems(run: CheckRun, at: CheckPlace | null, check: ItemsCheck): boolean {
  let isValid = true;
  for (const [index, value] of check.items) {
    const { keyword, error } = check;
    const part = { schema: check.schemaOf(index), value, keyword, error };
    const inside = () => ({
      instance: `${at?.instance}/${index}`,
      schema: `${at?.schema}/${check.stepOf(index)}`,
    });
    if (checkPart(run, part, at, inside)) continue;
    if (at === null) return false;
    isValid = false;
  }
  return isValid;
}

const contains: ArrayRule = (schema, value, run, at) => {
  const { minContains: least, maxContains: most } = schema;
  const wanted = toSchema(schema['contains']);
  const fitting = value.filter((item) => run.passes(wanted, item)).length;
  if (typeof least !== 'number' && fitting === 0) {
    return addError(run, at, 'contains', 'Array does not contain item matching schema.');
  }
  if (typeof least === 'number' && fitting < least) {
    const error = `Array must contain at least ${least} items matching schema. Only ${fitting} items were found.`;
    return addError(run, at, 'minContains', error);
  }
  if (typeof most !== 'number' || fitting <= most) return true;
  const error = `Array may contain at most ${most} items matching schema. ${fitting} items were found.`;
  return addError(run, at, 'maxContains', error);
};

const uniqueItems: ArrayRule = ({ uniqueItems: isUnique }, value, run, at) => {
  const equal = isUnique === true ? findEqualItems(value, run.budget) : null;
  if (equal === null) return true;
  return addError(run, at, 'uniqueItems', `Duplicate items at indexes ${equal.join(' and ')}.`);
};

export const arrayRules = onlyFor<JsonValue[]>(
  (value) => Array.isArray(value),
  [
    ['maxItems', maxItems],
    ['minItems', minItems],
    ['prefixItems', prefixItems],
    ['items', items],
    ['contains', contains],
    ['unevaluatedItems', unevaluatedItems],
    ['uniqueItems', uniqueItems],
  ],
);
