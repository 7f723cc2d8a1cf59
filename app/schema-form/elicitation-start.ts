import type { JsonObject, JsonSchema } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { toFormField } from './form-field.ts';
import { resolveSchema } from './resolve-schema.ts';
import { toSchemaRoot } from './schema-root.ts';

/** A request of a server to the person, in the words of both eras of MCP. */
export type Elicitation =
  | { mode: 'form'; message: string; schema: JsonSchema }
  | { mode: 'url'; message: string; url: string; isWeb: boolean };

/** Reads the params of `elicitation/create`; what a server leaves out is empty. */
export function readElicitation({ mode, message, url, requestedSchema }: JsonObject): Elicitation {
  const words = typeof message === 'string' ? message : '';
  if (mode === 'url' || (requestedSchema === undefined && typeof url === 'string')) {
    const address = typeof url === 'string' ? url : '';
    const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
    return { mode: 'url', message: words, url: address, isWeb };
  }
  const isSchema = isJsonObject(requestedSchema) || typeof requestedSchema === 'boolean';
  return { mode: 'form', message: words, schema: isSchema ? requestedSchema : {} };
}

/** The answer that a form starts with: the default of each property that has one, and constants. */
export function startElicitation(schema: JsonSchema): JsonObject {
  const root = toSchemaRoot(schema);
  const whole = resolveSchema(root, root);
  if (isJsonObject(whole['default'])) return whole['default'];
  const { shape } = toFormField(root, root);
  if (shape.kind !== 'object') return {};
  const entries = shape.properties.flatMap(({ name, schema: part, isRequired }) => {
    const value = resolveSchema(part, root)['default'];
    if (value !== undefined) return [[name, value] as const];
    const own = toFormField(part, root).shape;
    return isRequired && own.kind === 'constant' ? [[name, own.value] as const] : [];
  });
  return Object.fromEntries(entries);
}
