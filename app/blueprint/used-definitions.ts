import type { JsonSchema } from '#app/runtime/definition.ts';

import type { Blueprint } from './blueprint.ts';
import { definitionOfRef, eachRef } from './schema-refs.ts';
import type { Tool } from './tool.ts';

/** The shared definitions that tools refer to, directly or through others. */
export function usedDefinitions(
  definitions: Blueprint['definitions'],
  tools: readonly Pick<Tool, 'inputSchema' | 'outputSchema'>[],
): Map<string, JsonSchema> {
  const used = new Map<string, JsonSchema>();
  const open: JsonSchema[] = tools.flatMap(({ inputSchema, outputSchema }) =>
    outputSchema ? [inputSchema, outputSchema] : [inputSchema],
  );
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    eachRef(next, (ref) => {
      const name = definitionOfRef(ref);
      const schema =
        name !== null && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
      if (name === null || schema === undefined || used.has(name)) return;
      used.set(name, schema);
      open.push(schema);
    });
  }
  return used;
}
