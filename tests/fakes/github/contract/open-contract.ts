import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Ajv, type ValidateFunction } from 'ajv';
import * as z from 'zod';

import type { Contract } from '../contract.ts';
import type { Operation } from '../operation.ts';

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
const Schema: z.ZodType<{ [name: string]: Json }> = z.record(z.string(), z.json());
const Parts = z.object({
  body: Schema.nullable(),
  query: z.record(z.string(), Schema),
  answers: z.record(z.string(), Schema.nullable()),
});
type Parts = z.infer<typeof Parts>;
const Slice = z.object({
  paths: z.record(z.string(), z.record(z.string(), Parts)),
  webhooks: z.record(z.string(), Schema.nullable()),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});

/** Where schemas find each other. */
const DOCUMENT = 'https://api.github.com/document';
const ERROR: Json = { $ref: '#/components/schemas/basic-error' };

/** GitHub's own description of its API, as far as the emulator goes: `slice-github.mjs` makes it, SOURCES.md says of what. */
export function openContract(
  file = path.resolve('tests/fakes/github/contract/github-api.json'),
): Contract {
  const { paths, webhooks, components } = Slice.parse(JSON.parse(readFileSync(file, 'utf8')));
  // A query has texts only; everything else is what it is.
  const queries = new Ajv({ strict: false, coerceTypes: true, allErrors: true });
  const bodies = new Ajv({ strict: false, allErrors: true });
  for (const ajv of [queries, bodies]) {
    ajv.addSchema({ $id: DOCUMENT, components: toJsonSchema(components) });
  }
  const made = new Map<string, ValidateFunction>();
  const check = (ajv: Ajv, name: string, schema: Json, value: unknown): string[] => {
    const own = made.get(name) ?? ajv.compile(requireObject(toJsonSchema(schema)));
    made.set(name, own);
    return findProblems(own, value);
  };
  return {
    checkRequest: (operation, query, body) => {
      const name = nameOf(operation);
      const { query: known, body: schema } = partsOf(paths, operation);
      const asked: Json = { type: 'object', properties: known, additionalProperties: false };
      const ofQuery = check(queries, `${name} query`, asked, Object.fromEntries(query));
      if (schema === null || body === null) return ofQuery;
      const unknown = findUnknown(schema, body).map((key) => `/${key} is not documented`);
      return [...ofQuery, ...unknown, ...check(bodies, `${name} body`, schema, body)];
    },
    checkAnswer: (operation, status, body) => {
      const name = `${nameOf(operation)} ${status}`;
      const { answers } = partsOf(paths, operation);
      if (status >= 400) return check(bodies, 'error', ERROR, body);
      if (!(String(status) in answers)) return [`${name} is not documented`];
      const schema = answers[status] ?? null;
      if (schema !== null) return check(bodies, name, schema, body);
      return body === null || status === 302 ? [] : [`${name} has no body`];
    },
    checkWebhook: (event, payload) => {
      const action = 'action' in payload ? `-${String(payload.action)}` : '';
      const name = `${event}${action}`.replaceAll('_', '-');
      const schema = webhooks[name];
      if (!schema) return [`the webhook ${name} is not documented`];
      return check(bodies, `webhook ${name}`, schema, payload).map((what) => `${name}: ${what}`);
    },
  };
}

const nameOf = ({ method, path: address }: Operation): string => `${method} ${address}`;

function partsOf(paths: Record<string, Record<string, Parts>>, operation: Operation): Parts {
  const parts = paths[operation.path]?.[operation.method];
  if (parts) return parts;
  throw new Error(
    `tests/fakes/github/contract/github-api.json lacks ${nameOf(operation)}: run slice-github.mjs`,
  );
}

/** Fields of a body that the document does not have: it forbids none, and so a misspelt one would be overlooked. */
function findUnknown(schema: { [name: string]: Json }, body: unknown): string[] {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return [];
  const given = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  return given.filter((key) => !(key in properties));
}

function findProblems(check: ValidateFunction, value: unknown): string[] {
  if (check(value)) return [];
  const errors = check.errors ?? [];
  return errors.map(
    ({ instancePath, message, params }) =>
      `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`,
  );
}

function requireObject(schema: Json): { [name: string]: Json } {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? schema : {};
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
