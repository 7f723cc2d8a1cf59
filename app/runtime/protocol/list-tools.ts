import type { JsonObject, ToolAnnotations } from '../definition.ts';
import { createRefLookup, withDefinitions } from '../schema/schema-closure.ts';
import type { ServedDefinition } from '../served-definition.ts';
import { Pages } from './pages.ts';

/** A tool in a list, with self-contained schemas. */
export interface ListedTool {
  [key: string]: unknown;
  name: string;
  title?: string;
  description?: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations?: ToolAnnotations;
}

type ObjectSchema = JsonObject & { type: 'object' };

/** Keyed by the definition: a list of a thousand tools is built once, not per request. */
const known = new WeakMap<ServedDefinition, Pages<ListedTool>>();

/**
 * The tool list in pages, in the definition's order. Schemas are unchanged, plus the shared definitions that
 * each of them reaches.
 */
export function listTools(served: ServedDefinition): Pages<ListedTool> {
  const pages = known.get(served) ?? new Pages(toListed(served), served.identity);
  known.set(served, pages);
  return pages;
}

function* toListed({ tools, definitions }: ServedDefinition): Generator<ListedTool> {
  const refs = createRefLookup(definitions);
  const toObjectSchema = (schema: JsonObject): ObjectSchema => ({
    ...withDefinitions(schema, definitions, refs),
    // The protocol requires it at the root, where a schema may only have a `$ref`.
    type: 'object',
  });
  for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
    yield {
      name,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      inputSchema: toObjectSchema(inputSchema),
      ...(outputSchema === undefined ? {} : { outputSchema: toObjectSchema(outputSchema) }),
      ...(annotations === undefined ? {} : { annotations: meaningfulHints(annotations) }),
    };
  }
}

/** MCP: `idempotentHint` is meaningful only for tools that change something. */
function meaningfulHints({ idempotentHint, ...hints }: ToolAnnotations): ToolAnnotations {
  const isSaid = idempotentHint !== undefined && hints.readOnlyHint !== true;
  return isSaid ? { ...hints, idempotentHint } : hints;
}
