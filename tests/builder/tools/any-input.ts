import fc from 'fast-check';
import * as z from 'zod';

import type { BuilderTool } from '#app/builder/tools/builder-tool.ts';

/** Values that look like credentials of several companies; nobody has ever had them. The calls hold them. */
export const CANARIES = [
  'ghp_9Kq2LmZt7Rb4Vw1Xc8Yd3Ne6Pf5Sg0Uh2JaQr4T',
  'sk_live_7Hd83Jx92KqPmW5vR4tB1n',
  'AKIAQ7RW5TZ2MHN4XKPL',
] as const;

/** A credential that only the attached commands hold. */
export const ATTACHED_CANARY = 'ghp_4Tz8QwE1rY6uI9oP3aS5dF7gH2jK0lXcV9bN';

/** Documents that the person attached, by their names. */
export const ATTACHED: ReadonlyMap<string, string> = new Map([
  [
    'shop.sh',
    `curl -u admin:${ATTACHED_CANARY} 'https://shop.example.com/items?limit=2'
curl -H 'Authorization: Bearer ${ATTACHED_CANARY}' -H 'X-Api-Key: ${ATTACHED_CANARY}' https://shop.example.com/items/7`,
  ],
]);

const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  servers: [{ url: 'https://shop.example.com' }],
  paths: {
    '/orders/{id}': {
      get: {
        operationId: 'get_user',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'Fine.' } },
      },
      delete: { operationId: '__proto__', responses: { 204: { description: 'Gone.' } } },
    },
  },
});

const NAMES = ['get_user', 'get_order', 'a', 'b.c', 'renamed.0.', 'x'.repeat(65), '__proto__'];
const URLS = [
  '/x/{id}',
  'https://api.example.com/y?a={b}',
  'http://10.0.0.1/',
  'users://{id}',
  '//',
];

/** Texts that a field of a name is likely to hold; every other one gets any of them. */
const TEXTS: Record<string, readonly string[]> = {
  name: NAMES,
  names: NAMES,
  from: NAMES,
  to: NAMES,
  tool: NAMES,
  url: URLS,
  uri: URLS,
  base: ['https://api.example.com', 'https://b.example.org/v1', 'ftp://x', ''],
  baseUrl: ['https://api.example.com/', 'https://b.example.org', 'https://u:p4ssw0rd@c.io'],
  method: ['GET', 'POST', 'DELETE', 'patch', 'G E T'],
  path: ['README.md', 'src/server.ts', '../../etc/passwd'],
  attachment: [...ATTACHED.keys(), 'missing.json'],
  template: ['weather', 'nothing'],
  text: [
    DOCUMENT,
    `curl -u admin:${CANARIES[0]} 'https://shop.example.com/items?limit=2'`,
    `curl -H 'Authorization: Bearer ${CANARIES[1]}' https://shop.example.com/items`,
    'Hello {{who}}.',
    '{"openapi": "3',
  ],
  source: [
    'export default async (args) => args;',
    'export default (args, context) => context.fetch("api", { method: "GET", path: "/x" })',
    'import fs from "node:fs"; export default () => fs',
    'export default () => { while (true) {} }',
    'function (',
  ],
  message: ['{method}\n{path}\n{body}', '{signature}', '{nothing}', '{secret}'],
  key: ['{secret}', '{keyId}&', ''],
  service: ['execute-api', 's3', 'S 3'],
  pattern: ['^[a-z]+$', '(', '(a+)+$'],
  clear: ['minimum', 'pattern', 'description', 'bounds'],
  keep: ['id', 'items[].name', 'a[0]'],
  reset: ['timeoutMs', 'retries', 'limits'],
  allowedOrigins: ['https://b.example.org', 'https://evil.example.net', '*'],
  ids: ['tools.titles', 'ops.name', 'nothing'],
};
const ANY_TEXT = ['', ' ', 'a', 'Ünïcode 日本', '\u202e\u0000', '{{who}}', '$.a[0]', ...CANARIES];

const JsonSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
});

/** Inputs of a tool, made from its own schema: most of them valid, some not. */
export function anyInput({ input }: BuilderTool): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' });
  const valid = ofSchema(schema, '', 0);
  return fc.oneof({ arbitrary: valid, weight: 9 }, { arbitrary: broken(valid), weight: 1 });
}

/** An input with something that does not belong there. */
function broken(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const extra = fc.record({ valid, key: fc.constantFrom('name', 'names', 'text', 'extra') });
  const spoilt = extra.map(({ valid: value, key }) =>
    typeof value === 'object' ? { ...value, [key]: [null, 5] } : value,
  );
  return fc.oneof(spoilt, fc.constantFrom({}, { name: 7 }, { arguments: 'none' }));
}

function ofSchema(given: unknown, name: string, depth: number): fc.Arbitrary<unknown> {
  const schema = JsonSchema.safeParse(given).data ?? {};
  const branches = schema.anyOf ?? schema.oneOf;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (branches) return fc.oneof(...branches.map((each) => ofSchema(each, name, depth)));
  switch (schema.type) {
    case 'string':
      return anyText(name);
    case 'integer':
    case 'number':
      return fc.constantFrom(0, 1, 2, 20, -1, 1e9);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(ofSchema(schema.items, name, depth + 1), {
        minLength: 1,
        maxLength: depth > 2 ? 1 : 3,
      });
    case 'object':
      return anyObject(schema, depth);
    default:
      return fc.oneof(anyText(name), fc.constantFrom(1, null, true), anyObject({}, depth));
  }
}

function anyText(name: string): fc.Arbitrary<string> {
  const likely = TEXTS[name];
  const any = fc.constantFrom(...ANY_TEXT);
  if (likely === undefined) return any;
  return fc.oneof(
    { arbitrary: fc.constantFrom(...likely), weight: 6 },
    { arbitrary: any, weight: 1 },
  );
}

function anyObject(schema: z.infer<typeof JsonSchema>, depth: number): fc.Arbitrary<object> {
  const { properties, required = [] } = schema;
  if (properties === undefined) {
    const value = fc.constantFrom('string', 'x', 1, true, null, [], {});
    return fc.dictionary(fc.constantFrom('id', 'a', 'type', '__proto__'), value, { maxKeys: 2 });
  }
  const fields = Object.entries(properties).map(([key, each]) => {
    const value = ofSchema(each, key, depth + 1);
    const freq = depth > 1 ? 1 : 2;
    return [key, required.includes(key) ? value : fc.option(value, { nil: undefined, freq })];
  });
  // What is undefined is not sent.
  return fc
    .record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>)
    .map((value): object => JSON.parse(JSON.stringify(value)));
}
