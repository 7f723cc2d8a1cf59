import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/json.ts';

import { judgeEach } from './each-tool.ts';
import type { JudgedTool } from './facts.ts';
import { toolsRule } from './rule.ts';
import type { CheckRule } from './rule.ts';

type Definitions = { [name: string]: JsonSchema };

/** Fields that a tool cuts its answer to, against what the API says it answers. */
export const keptFieldsRule: CheckRule = toolsRule({
  id: 'tools.keptFields',
  title: 'Answers are cut to fields that the API returns',
  weight: 3,
  fix: 'Correct the names of the fields to keep, or remove the list: a call now answers without them.',
  judge: (tools) =>
    judgeEach(tools, 'fail', 'No field is kept that the API does not return.', (tool) => {
      const missing = missingFields(tool, tools.definitions);
      return missing.length === 0 ? null : `the API returns no ${missing.join(', ')}`;
    }),
});

function missingFields({ source, outputSchema }: JudgedTool, definitions: Definitions): string[] {
  if (source?.action.kind !== 'http') return [];
  const { response, mock } = source.action;
  if (response.keep === undefined) return [];
  const inExample = fieldsOfValue(mock?.body);
  const inSchema = fieldsOfSchema(unwrap(outputSchema, response.wrap), definitions);
  // An API that says nothing about its answer proves nothing about a field.
  const known = inExample ?? inSchema;
  if (known === null) return [];
  return response.keep.filter((name) => !known.has(name) && inSchema?.has(name) !== true);
}

/** Names in an object, or in the objects of a list; null where there is no object. */
function fieldsOfValue(value: JsonValue | undefined): Set<string> | null {
  const objects = (Array.isArray(value) ? value : [value]).filter(isJsonObject);
  return objects.length === 0 ? null : new Set(objects.flatMap((each) => Object.keys(each)));
}

function unwrap(schema: JsonObject | null, isWrapped: boolean | undefined): JsonValue {
  const properties = schema?.['properties'];
  if (isWrapped !== true || !isJsonObject(properties)) return schema;
  return properties['result'] ?? null;
}

/** Names that a schema lists, of an object or of the items of a list; null where it lists none. */
function fieldsOfSchema(schema: JsonValue, definitions: Definitions): Set<string> | null {
  const resolved = resolve(schema, definitions);
  if (resolved === null) return null;
  const object = resolve(resolved['items'] ?? resolved, definitions);
  const properties = object?.['properties'];
  return isJsonObject(properties) ? new Set(Object.keys(properties)) : null;
}

function resolve(schema: JsonValue | undefined, definitions: Definitions): JsonObject | null {
  if (!isJsonObject(schema)) return null;
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const target = definitions[reference.replace(/^#\/\$defs\//, '')];
  return isJsonObject(target) ? target : null;
}
