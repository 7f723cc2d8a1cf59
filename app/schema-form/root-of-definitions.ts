import type { JsonSchema } from '#app/runtime/definition.ts';

import type { SchemaRoot } from './schema-root.ts';

type Definitions = Readonly<Record<string, JsonSchema>>;

const known = new WeakMap<Definitions, SchemaRoot>();

/** The root for schemas of a server of ours, which refer to its definitions and to nothing of each other. */
export function rootOfDefinitions(definitions: Definitions): SchemaRoot {
  const root = known.get(definitions) ?? { $defs: definitions };
  known.set(definitions, root);
  return root;
}
