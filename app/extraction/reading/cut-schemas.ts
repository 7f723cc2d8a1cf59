import { readYaml } from '#app/blueprint/import/text/read-yaml.ts';
import { Warnings } from '#app/blueprint/import/warnings.ts';
import { toSingular } from '#app/blueprint/words.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#app/runtime/json.ts';

import { blankSpan } from './blank-span.ts';
import { mergeParameters } from './merge-parameters.ts';
import type { ParameterFacts, ParameterSketch, PlacedEndpoint } from './sketch.ts';
import { toJsonType } from './to-json-type.ts';

/** A named schema in a part of an API description. */
interface NamedSchema {
  name: string;
  schema: JsonObject;
}

/** `components:` in YAML, with the lines indented below it. */
const FRAGMENT =
  /^([ \t]*)(?:components|definitions|schemas):[ \t]*\n(?:(?:\1[ \t]+\S[^\n]*|[ \t]*)(?:\n|$))+/m;

/** Extracts the schemas of an OpenAPI fragment, whose lines are not arguments. */
export function cutSchemas(text: string): { rest: string; schemas: NamedSchema[] | null } {
  const match = FRAGMENT.exec(text);
  if (!match) return { rest: text, schemas: null };
  const read = readYaml(match[0], new Warnings());
  if (!read.ok) return { rest: text, schemas: null };
  const schemas = listSchemas(read.value);
  if (schemas.length === 0) return { rest: text, schemas: null };
  return { rest: blankSpan(text, match.index, match.index + match[0].length), schemas };
}

function listSchemas(value: JsonValue): NamedSchema[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, schema]) => {
    if (!isJsonObject(schema)) return [];
    return isJsonObject(schema['properties']) ? [{ name, schema }] : listSchemas(schema);
  });
}

/** Assigns a schema to the endpoint that sends a body; notes name what was not read. */
export function attachSchemas(
  endpoints: readonly PlacedEndpoint[],
  schemas: readonly NamedSchema[] | null,
): string[] {
  if (schemas === null) return [];
  const senders = endpoints.filter(({ sketch }) =>
    /^(?:POST|PUT|PATCH)$/.test(sketch.method ?? ''),
  );
  const used = new Set<NamedSchema>();
  for (const { sketch } of senders) {
    const noun = toSingular(
      sketch.url
        .replace(/\/\{[^}]*\}/g, '')
        .split('/')
        .at(-1) ?? '',
    );
    const schema =
      schemas.length === 1 && senders.length === 1
        ? schemas[0]
        : schemas.find(({ name }) => name.toLowerCase() === noun.toLowerCase());
    if (!schema) continue;
    sketch.parameters = mergeParameters(sketch.parameters, toParameters(schema.schema));
    used.add(schema);
  }
  const unread = schemas.filter((each) => !used.has(each)).map(({ name }) => `\`${name}\``);
  const reason = 'it is not clear which endpoint sends them. Import the whole OpenAPI document';
  return unread.length === 0 ? [] : [`I did not use the schemas ${unread.join(', ')}: ${reason}.`];
}

function toParameters({ properties, required }: JsonObject): ParameterSketch[] {
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(isJsonObject(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    in: 'body',
    required: needed.includes(name),
    ...(isJsonObject(schema) ? toFacts(schema) : {}),
  }));
}

function toFacts(schema: JsonObject): ParameterFacts & { schema?: JsonObject } {
  const { format, minimum, maximum, minLength, maxLength, description, enum: choices } = schema;
  const { items, default: preset } = schema;
  const type = toJsonType(schema['type']);
  const itemsType = isJsonObject(items) ? toJsonType(items['type']) : undefined;
  const values = Array.isArray(choices)
    ? choices.filter((each) => typeof each === 'string' || typeof each === 'number')
    : [];
  return {
    ...(type ? { type } : {}),
    ...(itemsType ? { items: itemsType } : {}),
    ...(typeof format === 'string' ? { format } : {}),
    ...(typeof minimum === 'number' ? { minimum } : {}),
    ...(typeof maximum === 'number' ? { maximum } : {}),
    ...(typeof minLength === 'number' ? { minLength } : {}),
    ...(typeof maxLength === 'number' ? { maxLength } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(values.length > 0 ? { enum: values } : {}),
    ...(preset === undefined ? {} : { default: preset }),
    ...(schema['properties'] === undefined ? {} : { schema }),
  };
}
