import type { JsonObject, JsonValue, ToolDefinition } from '#app/runtime/definition.ts';
import { sampleSchema } from '#app/runtime/mock/sample-schema.ts';
import { validateArguments } from '#app/runtime/schema/validate-arguments.ts';

import { isObject, listOf, resolve } from './document-operations.ts';

type Definitions = Parameters<typeof sampleSchema>[1];

/** Where a text goes decides what it may hold. */
type Place = 'path' | 'query' | 'header' | 'cookie' | 'body';

/** What encoders stumble over: each character that some part of a request gives a meaning. */
const TEXTS: Record<Place, string[]> = {
  path: ['a b', 'é/ü', '100%', "it's (so)!", 'x;y=z,w', 'p+q@r:s', '日本', '{v}', '?a=b#c', '~.-_'],
  query: ['a b', 'é/ü', '100%', "it's (so)!", 'x&y=z', 'p+q@r:s', '日本', '[v]', '?a=b#c', '🦊'],
  header: ['plain', 'two words', 'a,b', 'q="1"', 'x=y; z', '100%', 'a/b'],
  cookie: ['plain', 'a-b', 'x.y', '0'],
  body: [
    'a b',
    'é/ü',
    '100%',
    "it's (so)!",
    'x&y=z',
    'p+q',
    '日本',
    'line\nbreak',
    '"quoted"',
    '🦊',
  ],
};

/** A generator of numbers from 0 to 1 that gives the same ones for the same seed (mulberry32). */
export function seeded(seed: string): () => number {
  let state = 0x9e3779b9;
  for (const character of seed)
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x85ebca6b);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Arguments that a tool accepts, with awkward texts wherever its schemas leave the text open.
 *
 * @returns null where its schemas accept nothing that could be made.
 */
export function drawArguments(
  tool: ToolDefinition,
  definitions: Definitions,
  options: { withOptional: boolean; seed: string },
): JsonObject | null {
  if (tool.action.kind !== 'http') return null;
  const wish = { withOptional: options.withOptional, checked: definitions };
  const plain =
    drawPlain(tool, tool.inputSchema, definitions, wish) ??
    drawPlain(tool, ...withoutExamples(tool.inputSchema, definitions), wish);
  if (plain === null) return null;
  const random = seeded(options.seed);
  const root: JsonObject = { $defs: definitions };
  const places = new Map<string, Place>(
    tool.action.parameters.map(({ argument, in: place }) => [
      argument,
      place === 'querystring' ? 'query' : place,
    ]),
  );
  const schemas = isObject(tool.inputSchema['properties']) ? tool.inputSchema['properties'] : {};
  const awkward: JsonObject = {};
  for (const [name, value] of Object.entries(plain)) {
    const texts = TEXTS[places.get(name) ?? 'body'];
    awkward[name] = vary(value, schemas[name], root, () => pick(texts, random), 0);
  }
  return validateArguments(tool, awkward, definitions) === null ? awkward : plain;
}

function drawPlain(
  tool: ToolDefinition,
  schema: JsonObject,
  definitions: Definitions,
  { withOptional, checked }: { withOptional: boolean; checked: Definitions },
): JsonObject | null {
  const args = sampleSchema(schema, definitions, { withOptional });
  const isAccepted = isObject(args) && validateArguments(tool, args, checked) === null;
  return isAccepted ? args : null;
}

const bare = new WeakMap<Definitions, Definitions>();

/** Examples and defaults of documents often break the schemas beside them. */
function withoutExamples(schema: JsonObject, definitions: Definitions): [JsonObject, Definitions] {
  const known = bare.get(definitions) ?? JSON.parse(strip(definitions));
  bare.set(definitions, known);
  return [JSON.parse(strip(schema)), known];
}

function strip(schema: unknown): string {
  const isList = (value: unknown) => Array.isArray(value);
  return JSON.stringify(schema, (key, value: unknown) =>
    (key === 'examples' && isList(value)) || (key === 'default' && !isObjectLike(value))
      ? undefined
      : value,
  );
}

function isObjectLike(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pick(texts: string[], random: () => number): string {
  return texts[Math.floor(random() * texts.length)] ?? '';
}

function vary(
  value: JsonValue,
  schema: JsonValue | undefined,
  root: JsonObject,
  text: () => string,
  depth: number,
): JsonValue {
  const found = resolve(root, schema);
  if (depth > 6) return value;
  if (typeof value === 'string') return isFree(found) ? text() : value;
  if (Array.isArray(value))
    return value.map((item) => vary(item, found['items'], root, text, depth + 1));
  // A file's content is base64.
  if (!isObject(value) || typeof value['data'] === 'string') return value;
  const properties = isObject(found['properties']) ? found['properties'] : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      vary(item, properties[name], root, text, depth + 1),
    ]),
  );
}

/** Whether a schema takes any text. */
function isFree(schema: JsonObject): boolean {
  const bounds = ['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength', 'allOf', 'oneOf'];
  const types = listOf(schema['type']);
  const isText = schema['type'] === 'string' || types.includes('string');
  return isText && !bounds.some((keyword) => schema[keyword] !== undefined);
}
