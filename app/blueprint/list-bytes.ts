import { toToolListing } from '#app/runtime/listing/tool-listing.ts';
import type { ToolListing } from '#app/runtime/listing/tool-listing.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import type { ToolFunction } from '#app/runtime/tool-context.ts';

import type { Blueprint } from './blueprint.ts';
import { toServerDefinition } from './to-server-definition.ts';

/** The list of tools that clients of a blueprint's server get, and the names of the tools shown in part. */
export function toBlueprintListing(blueprint: Blueprint): ToolListing {
  const names = blueprint.tools.map(({ name }) => name);
  const functions = new Map(names.map((name) => [name, unloaded]));
  return toToolListing(toServedDefinition(toServerDefinition(blueprint, functions)));
}

/** Bytes of the list of tools that clients of a blueprint's server get, in all pages. */
export function listBytes(blueprint: Blueprint): number {
  const { tools } = toBlueprintListing(blueprint);
  return new TextEncoder().encode(JSON.stringify(tools)).length;
}

const unloaded: ToolFunction = () => {
  throw new Error('A list runs no tools.');
};
