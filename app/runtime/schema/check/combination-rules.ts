import { checkPart, addError, toSchema, toSchemas } from './check-run.ts';
import type { KeywordRule, Rule } from './check-run.ts';

const IN_PART = 'A subschema had errors.';

const followReference: Rule = ({ $ref }, value, run, at) => {
  const target = typeof $ref === 'string' ? run.lookup[$ref] : undefined;
  if (target === undefined) return true;
  const part = { schema: target, value, keyword: '$ref', error: IN_PART };
  return checkPart(run, part, at, () => ({
    instance: at?.instance ?? '',
    schema: `${at?.schema}/$ref`,
  }));
};

const not: Rule = ({ not: schema }, value, run, at) =>
  !run.passes(toSchema(schema), value) ||
  addError(run, at, 'not', 'Instance matched "not" schema.');

const anyOf: Rule = (schema, value, run, at) => {
  const options = toSchemas(schema['anyOf']);
  if (options.some((option) => run.passes(option, value))) return true;
  if (at === null) return false;
  addError(run, at, 'anyOf', 'Instance does not match any subschemas.');
  for (const [index, option] of options.entries()) {
    run.report(option, value, { ...at, schema: `${at.schema}/anyOf/${index}` });
  }
  return false;
};

const allOf: Rule = (schema, value, run, at) => {
  const parts = toSchemas(schema['allOf']);
  if (parts.every((part) => run.passes(part, value))) return true;
  if (at === null) return false;
  addError(run, at, 'allOf', 'Instance does not match every subschema.');
  for (const [index, part] of parts.entries()) {
    if (run.passes(part, value)) continue;
    run.report(part, value, { ...at, schema: `${at.schema}/allOf/${index}` });
  }
  return false;
};

const oneOf: Rule = (schema, value, run, at) => {
  const options = toSchemas(schema['oneOf']);
  const matches = options.filter((option) => run.passes(option, value)).length;
  if (matches === 1) return true;
  if (at === null) return false;
  addError(run, at, 'oneOf', `Instance does not match exactly one subschema (${matches} matches).`);
  for (const [index, option] of options.entries()) {
    if (run.passes(option, value)) continue;
    run.report(option, value, { ...at, schema: `${at.schema}/oneOf/${index}` });
  }
  return false;
};

const condition: Rule = (schema, value, run, at) => {
  const branch = run.passes(toSchema(schema['if']), value) ? 'then' : 'else';
  const part = {
    schema: toSchema(schema[branch]),
    value,
    keyword: 'if',
    error: `Instance does not match "${branch}" schema.`,
  };
  return checkPart(run, part, at, () => ({
    instance: at?.instance ?? '',
    schema: `${at?.schema}/${branch}`,
  }));
};

/** Keywords that apply other schemas to the same value. */
export const referenceRules: readonly KeywordRule[] = [['$ref', followReference]];

export const combinationRules: readonly KeywordRule[] = [
  ['not', not],
  ['anyOf', anyOf],
  ['allOf', allOf],
  ['oneOf', oneOf],
  ['if', condition],
];
