import { isObject, listAt, objectAt, own, put } from '#app/blueprint/import/json-object.ts';
import { acceptsValue } from '#app/blueprint/import/schemas/accepts-value.ts';
import { collapseSpaces } from '#app/blueprint/import/text/clean-text.ts';
import { dropHiddenIn } from '#app/blueprint/import/text/drop-hidden-in.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { JsonObject, JsonSchema } from '#app/runtime/definition.ts';

import type { BodySource } from './bodies.ts';
import type { ParameterSource } from './parameters.ts';

type ToolExample = NonNullable<Tool['examples']>[number];

/** Maximum number of example calls of one tool. */
const MAX_EXAMPLES = 3;

/** Sources of example calls, kept until all schemas are known. */
export interface ExampleSource {
  parameters: ParameterSource[];
  body: BodySource | null;
  names: Map<ParameterSource, string>;
}

/** Calls made from the document's own examples; only those that the input schema accepts. */
export function exampleCalls(
  source: ExampleSource,
  inputSchema: JsonObject,
  definitions: { [name: string]: JsonSchema },
): ToolExample[] {
  const base = parameterArguments(source, inputSchema);
  if (base === null) return [];
  const candidates = withBodies(source, base.values, base.isFromDocument);
  const accepted: ToolExample[] = [];
  for (const candidate of candidates) {
    if (accepted.length >= MAX_EXAMPLES) break;
    if (acceptsValue(inputSchema, definitions, candidate.arguments)) accepted.push(candidate);
  }
  return accepted;
}

/** Examples of required arguments, or of optional ones if none is required. */
function parameterArguments(
  { parameters, names }: ExampleSource,
  inputSchema: JsonObject,
): { values: JsonObject; isFromDocument: boolean } | null {
  const properties = objectAt(inputSchema, 'properties') ?? {};
  const values: JsonObject = {};
  let isFromDocument = false;
  const hasRequired = listAt(inputSchema, 'required').length > 0;
  for (const parameter of parameters) {
    const argument = names.get(parameter) ?? parameter.name;
    const schema = own(properties, argument);
    const [example] = isObject(schema) ? listAt(schema, 'examples') : [];
    if (example !== undefined && (parameter.isRequired || !hasRequired)) {
      put(values, argument, dropHiddenIn(example));
      isFromDocument = true;
    } else if (parameter.isRequired) {
      const fallback = isObject(schema)
        ? (own(schema, 'default') ?? listAt(schema, 'enum')[0] ?? own(schema, 'const'))
        : undefined;
      if (fallback === undefined) return null;
      put(values, argument, fallback);
    }
  }
  return { values, isFromDocument };
}

function withBodies(
  source: ExampleSource,
  values: JsonObject,
  isFromDocument: boolean,
): ToolExample[] {
  const { body } = source;
  if (!body) return isFromDocument ? [{ arguments: values }] : [];
  const calls: ToolExample[] = [];
  body.alternatives.forEach((alternative, index) => {
    const { mediaType } = alternative.content;
    for (const { name, value } of alternative.examples) {
      const call: ToolExample = { arguments: { ...values, body: dropHiddenIn(value) } };
      if (index > 0) call.arguments['contentType'] = mediaType;
      if (name !== null) call.name = collapseSpaces(toVisible(name)).slice(0, 80);
      calls.push(call);
    }
  });
  if (calls.length === 0 && isFromDocument && !body.isRequired) return [{ arguments: values }];
  return calls;
}
