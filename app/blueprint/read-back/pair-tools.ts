import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import type { NamedTool } from '#app/blueprint/generate/tool-modules.ts';
import type { Tool } from '#app/blueprint/tool.ts';

import type { ReadTool } from './read-tool-back.ts';
import { toPlain } from './to-plain.ts';

/**
 * Finds the tool that each read one was before: that of its name, else the one that was generated to its place,
 * else one that is gone and sends the same request.
 */
export function pairTools(
  read: readonly ReadTool[],
  tools: readonly Tool[],
  placed: readonly NamedTool[],
): Map<ReadTool, Tool> {
  const pairs = new Map<ReadTool, Tool>();
  const left = new Map(tools.map((tool) => [tool.name, tool]));
  const pair = (find: (each: ReadTool) => Tool | undefined) => {
    for (const each of read) {
      const known = pairs.has(each) ? undefined : find(each);
      if (known === undefined || !left.delete(known.name)) continue;
      pairs.set(each, known);
    }
  };
  pair(({ fields }) => {
    const name = fields.get('name');
    return typeof name === 'string' ? left.get(name) : undefined;
  });
  pair((each) => {
    const at = placed.find((known) => isPlacedAt(known, each));
    return at && left.get(at.tool.name);
  });
  pair(({ fields }) => {
    const action = toPlain(fields.get('action'));
    if (action === undefined) return undefined;
    return [...left.values()].find((tool) => isSameJson(tool.action, action));
  });
  return pairs;
}

/** Whether a tool was generated to the place of a read one. */
export function isPlacedAt(
  { path, source }: NamedTool,
  { place }: Pick<ReadTool, 'place'>,
): boolean {
  return path === place.path && source.identifier === place.identifier;
}
