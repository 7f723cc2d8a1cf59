import { definitionOfRef } from '#app/blueprint/schema-refs.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

import type { JudgedTools } from './facts.ts';

/** Keywords whose value is data, not schema. */
const DATA_KEYWORDS = new Set(['const', 'enum', 'default', 'examples', 'example']);
/** Keywords whose value maps names to schemas. */
const MAP_KEYWORDS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

/** One visited schema object: its location, and the schema that its `$ref`s resolve against. */
export interface SchemaPlace {
  schema: JsonObject;
  root: JsonObject;
  /** Tool or shared definition that contains it. */
  owner: string;
  /** Path within the owner, such as `inputSchema.properties.tag`. */
  path: string;
}

interface Open {
  value: JsonValue;
  path: string;
  isMap: boolean;
}

/** Visits every schema that clients see, once: those of each tool, and each shared one they reach. */
export function eachSchema(tools: JudgedTools, visit: (place: SchemaPlace) => void): void {
  const reached = new Set<string>();
  const waiting: string[] = [];
  const note = ({ schema }: SchemaPlace) => {
    const ref = schema['$ref'];
    const name = typeof ref === 'string' ? definitionOfRef(ref) : null;
    if (name === null || reached.has(name) || !Object.hasOwn(tools.definitions, name)) return;
    reached.add(name);
    waiting.push(name);
  };
  const both = (place: SchemaPlace) => {
    note(place);
    visit(place);
  };
  for (const { name, inputSchema, outputSchema } of tools.list) {
    if (inputSchema) walk(inputSchema, name, 'inputSchema', both);
    if (outputSchema) walk(outputSchema, name, 'outputSchema', both);
  }
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = tools.definitions[name];
    if (isJsonObject(schema)) walk(schema, `$defs/${name}`, '', both);
  }
}

function walk(
  root: JsonObject,
  owner: string,
  start: string,
  visit: (place: SchemaPlace) => void,
): void {
  const open: Open[] = [{ value: root, path: start, isMap: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path, isMap } = next;
    if (Array.isArray(value)) {
      value.forEach((item, index) => open.push({ value: item, path: `${path}[${index}]`, isMap }));
      continue;
    }
    if (!isJsonObject(value)) continue;
    if (!isMap) visit({ schema: value, root, owner, path });
    for (const [key, child] of Object.entries(value)) {
      if (typeof child !== 'object' || child === null) continue;
      if (!isMap && DATA_KEYWORDS.has(key)) continue;
      const inside = path === '' ? key : `${path}.${key}`;
      open.push({ value: child, path: inside, isMap: !isMap && MAP_KEYWORDS.has(key) });
    }
  }
}
