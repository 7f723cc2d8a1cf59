import type { JsonSchema } from '#app/runtime/definition.ts';

import type { Blueprint } from './blueprint.ts';
import { definitionOfRef, eachRef } from './schema-refs.ts';
import type { Tool } from './tool.ts';

type Schemas = Pick<Tool, 'inputSchema' | 'outputSchema'>;

/** The shared definitions that tools refer to, directly or through others. */
export function usedDefinitions(
  definitions: Blueprint['definitions'],
  tools: readonly Schemas[],
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

/** The definitions without those that only `gone` refer to: tools that were removed, or as they were. */
export function withoutFreed(
  definitions: Blueprint['definitions'],
  gone: readonly Schemas[],
  left: readonly Schemas[],
): Blueprint['definitions'] {
  const freed = usedDefinitions(definitions, gone);
  if (freed.size === 0) return definitions;
  const used = usedDefinitions(definitions, left);
  const kept = Object.entries(definitions).filter(([name]) => used.has(name) || !freed.has(name));
  return Object.fromEntries(kept);
}

/** Whether a tool no longer refers to a schema that it referred to. */
export function dropsRef(before: Schemas, after: Schemas): boolean {
  const left = refsOf(after);
  return [...refsOf(before)].some((ref) => !left.has(ref));
}

function refsOf({ inputSchema, outputSchema }: Schemas): Set<string> {
  const refs = new Set<string>();
  for (const schema of [inputSchema, outputSchema ?? {}]) eachRef(schema, (ref) => refs.add(ref));
  return refs;
}
