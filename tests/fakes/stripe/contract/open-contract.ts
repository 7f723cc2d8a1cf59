import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Ajv, type ValidateFunction } from 'ajv';
import * as z from 'zod';

import type { Contract } from '../contract.ts';
import type { Operation } from '../operation.ts';
import type { Form } from '../read-form.ts';

import { ACCEPTED_DIFFERENCES, ACCEPTED_PARAMETERS } from './accepted-differences.ts';

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
const Schema: z.ZodType<{ [name: string]: Json }> = z.record(z.string(), z.json());
const Slice = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ body: Schema, query: z.record(z.string(), Schema), answer: Schema }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});
type Slice = z.infer<typeof Slice>;

/** Stripe's own description of its API, as far as the emulator goes: `slice-stripe.mjs` makes it, SOURCES.md says of what. */
export function openContract(
  file = path.resolve('tests/fakes/stripe/contract/stripe-api.json'),
): Contract {
  const slice = acceptDifferences(Slice.parse(JSON.parse(readFileSync(file, 'utf8'))));
  const components = toJsonSchema(slice.components);
  // Forms have texts only; answers are what they are.
  const forms = new Ajv({ strict: false, coerceTypes: true, allErrors: true });
  const answers = new Ajv({ strict: false, allErrors: true });
  for (const ajv of [forms, answers]) ajv.addSchema({ $id: DOCUMENT, components });
  const made = new Map<string, ValidateFunction>();
  const validate = (ajv: Ajv, name: string, schema: Json) => {
    const known = made.get(name);
    if (known) return known;
    const own = toJsonSchema(schema);
    const compiled = ajv.compile(typeof own === 'object' && own !== null ? own : {});
    made.set(name, compiled);
    return compiled;
  };
  return {
    checkRequest: (operation, form) => {
      const { body, query } = partsOf(slice, operation);
      const schema =
        operation.method === 'post'
          ? body
          : {
              type: 'object',
              properties: query,
              additionalProperties: operation.method === 'delete',
            };
      const check = validate(forms, `${nameOf(operation)} request`, schema);
      // It puts numbers in the place of texts.
      return findProblems(check, structuredClone<Form>(form));
    },
    checkAnswer: (operation, status, body) => {
      const schema = status < 400 ? partsOf(slice, operation).answer : ERROR;
      const name = status < 400 ? `${nameOf(operation)} answer` : 'error';
      return findProblems(validate(answers, name, schema), body);
    },
  };
}

/** Where schemas find each other. */
const DOCUMENT = 'https://api.stripe.com/document';

const ERROR = { $ref: '#/components/schemas/error' };

const nameOf = ({ method, path: address }: Operation): string => `${method} ${address}`;

function partsOf(slice: Slice, operation: Operation) {
  const parts = slice.paths[operation.path]?.[operation.method];
  if (parts) return parts;
  throw new Error(
    `tests/fakes/stripe/contract/stripe-api.json lacks ${nameOf(operation)}: run slice-stripe.mjs`,
  );
}

function findProblems(check: ValidateFunction, value: object): string[] {
  if (check(value)) return [];
  const errors = check.errors ?? [];
  return errors.map(
    ({ instancePath, message, params }) =>
      `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`,
  );
}

/** The document without the fields that newer versions have otherwise, and with parameters that they have as well. */
function acceptDifferences(slice: Slice): Slice {
  for (const each of ACCEPTED_PARAMETERS) {
    const [method = '', address = '', name = ''] = each.split(' ');
    const query = slice.paths[address]?.[method]?.query;
    if (!query || name in query) throw new Error(`${each} is no difference from Stripe's document`);
    query[name] = {};
  }
  for (const difference of ACCEPTED_DIFFERENCES) {
    const at = difference.lastIndexOf('.');
    const [name, property] = [difference.slice(0, at), difference.slice(at + 1)];
    const schema = slice.components.schemas[name];
    if (!schema) throw new Error(`no schema ${name} in Stripe's document`);
    const { properties, required } = schema;
    if (Array.isArray(required)) schema['required'] = required.filter((each) => each !== property);
    if (typeof properties === 'object' && properties !== null && !Array.isArray(properties)) {
      delete properties[property];
    }
  }
  return slice;
}

/** OpenAPI 3.0 says `nullable` where JSON Schema has another type. */
function toJsonSchema(node: Json): Json {
  if (Array.isArray(node)) return node.map(toJsonSchema);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = node;
  const schema = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? `${DOCUMENT}${value}` : toJsonSchema(value),
    ]),
  );
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}
