import { groupTools } from '#app/blueprint/group-tools.ts';
import type { Tool } from '#app/blueprint/tool.ts';

import { assignSourceNames, takeFileName } from './tool-names.ts';
import type { SourceName } from './tool-names.ts';

/** More tools than that share modules: Node takes half a millisecond to load one, however small. */
const MAX_SINGLE = 100;
/** Of a group with more, the rest has a module of its own. */
const MAX_SHARED = 100;

/** A tool with its names in the generated source. */
export interface NamedTool {
  tool: Tool;
  source: SourceName;
  /** Path of the module that defines it. */
  path: string;
}

/**
 * The tools with their modules and identifiers, in their order. Each has a module of its own; where there are
 * many, those of a group share one, except for tools with code.
 */
export function placeTools(tools: readonly Tool[]): NamedTool[] {
  const names = assignSourceNames(tools.map(({ name }) => name));
  const shared = tools.length > MAX_SINGLE ? toShared(tools, names) : new Map<Tool, string>();
  return tools.map((tool) => {
    const source = names.get(tool.name);
    if (source === undefined) throw new Error(`The tool ${tool.name} has no source name.`);
    return { tool, source, path: `src/tools/${shared.get(tool) ?? source.file}.ts` };
  });
}

/** File names of shared modules, by tool. */
function toShared(
  tools: readonly Tool[],
  names: ReadonlyMap<string, SourceName>,
): Map<Tool, string> {
  const own = tools.filter(({ action }) => action.kind === 'code');
  const taken = new Set(own.map(({ name }) => names.get(name)?.file ?? ''));
  const shared = new Map<Tool, string>();
  for (const group of groupTools(tools.filter(({ action }) => action.kind !== 'code'))) {
    for (let start = 0; start < group.tools.length; start += MAX_SHARED) {
      const file = takeFileName(group.name, taken);
      for (const tool of group.tools.slice(start, start + MAX_SHARED)) shared.set(tool, file);
    }
  }
  return shared;
}
