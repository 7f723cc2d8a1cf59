import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { definitionOfRef, eachRef, renameRefs } from '#app/blueprint/schema-refs.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { usedDefinitions } from '#app/blueprint/used-definitions.ts';

import { numberName } from './number-name.ts';
import type { MergedTool } from './merge-imported-tools.ts';

type Definitions = Blueprint['definitions'];
type Schemas = Pick<Tool, 'inputSchema' | 'outputSchema'>;

/**
 * The tools with the shared definitions that they use: those of the draft for what stayed, those of the
 * document for what is new. A definition that means something else in the draft gets another name.
 */
export function mergeDefinitions(
  before: Blueprint,
  fresh: Blueprint,
  merged: readonly MergedTool[],
): { tools: MergedTool[]; definitions: Definitions } {
  const old = usedDefinitions(before.definitions, before.tools);
  const needed = usedDefinitions(
    before.definitions,
    merged.map((each) => pickSchemas(each, false)),
  );
  const kept = Object.fromEntries(
    Object.entries(before.definitions).filter(([name]) => needed.has(name) || !old.has(name)),
  );
  const added = Object.fromEntries(
    usedDefinitions(
      fresh.definitions,
      merged.map((each) => pickSchemas(each, true)),
    ),
  );
  const renamed = findRenames(kept, added);
  const entries = Object.entries(added).map(
    ([name, schema]) => [renamed.get(name) ?? name, renameRefs(schema, renamed)] as const,
  );
  return {
    tools: renamed.size === 0 ? [...merged] : merged.map((each) => withRefs(each, renamed)),
    definitions: { ...kept, ...Object.fromEntries(entries) },
  };
}

/** The schemas of a tool that are from the document now, or those that are not. */
function pickSchemas({ tool, operation, edited }: MergedTool, isNew: boolean): Schemas {
  const { inputSchema, outputSchema } = tool;
  const has = (aspect: 'request' | 'answer') =>
    (operation !== null && !edited.includes(aspect)) === isNew;
  return {
    inputSchema: has('request') ? inputSchema : {},
    ...(has('answer') && outputSchema ? { outputSchema } : {}),
  };
}

function withRefs(merged: MergedTool, renamed: ReadonlyMap<string, string>): MergedTool {
  const { inputSchema, outputSchema } = pickSchemas(merged, true);
  const { tool } = merged;
  return {
    ...merged,
    tool: {
      ...tool,
      ...(inputSchema === tool.inputSchema
        ? { inputSchema: renameRefs(inputSchema, renamed) }
        : {}),
      ...(outputSchema ? { outputSchema: renameRefs(outputSchema, renamed) } : {}),
    },
  };
}

/** New names for definitions that mean something else here, and for those that refer to them. */
function findRenames(before: Definitions, fresh: Definitions): Map<string, string> {
  const isTaken = (name: string) => Object.hasOwn(before, name) || Object.hasOwn(fresh, name);
  const renamed = new Map<string, string>();
  const rename = (name: string) => renamed.set(name, numberName(name, isTaken));
  for (const [name, schema] of Object.entries(fresh)) {
    if (Object.hasOwn(before, name) && !isSameJson(before[name], schema)) rename(name);
  }
  for (let count = -1; count !== renamed.size;) {
    count = renamed.size;
    for (const [name, schema] of Object.entries(fresh)) {
      if (!Object.hasOwn(before, name) || renamed.has(name)) continue;
      eachRef(schema, (ref) => {
        if (renamed.has(definitionOfRef(ref) ?? '')) rename(name);
      });
    }
  }
  return renamed;
}
