import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { toBlueprintListing } from '#app/blueprint/list-bytes.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';

/** English and JSON come to about so many characters a token in the tokenizers of today. */
const CHARACTERS_PER_TOKEN = 4;

/** Keyed by the blueprint, which several parts of the screen count in. */
const known = new WeakMap<Blueprint, (tool: Tool) => number>();

/**
 * Tokens of each tool in the list that clients get, where large schemas are shortened. A tool that is not served
 * counts as it would be listed if all were.
 */
export function createTokenCount(blueprint: Blueprint): (tool: Tool) => number {
  const before = known.get(blueprint);
  if (before !== undefined) return before;
  let served: Map<string, number> | undefined;
  let all: Map<string, number> | undefined;
  const count = ({ name, enabled }: Tool): number => {
    if (enabled) return (served ??= countListed(blueprint)).get(name) ?? 0;
    return (all ??= countListed(withAllServed(blueprint))).get(name) ?? 0;
  };
  known.set(blueprint, count);
  return count;
}

function countListed(blueprint: Blueprint): Map<string, number> {
  return new Map(
    toBlueprintListing(blueprint).tools.map((tool) => [
      tool.name,
      Math.ceil(JSON.stringify(tool).length / CHARACTERS_PER_TOKEN),
    ]),
  );
}

function withAllServed(blueprint: Blueprint): Blueprint {
  return { ...blueprint, tools: blueprint.tools.map((tool) => ({ ...tool, enabled: true })) };
}

/** A count for people, two digits of it: `1,200`. */
export function formatTokens(tokens: number): string {
  if (tokens < 100) return String(tokens);
  const step = 10 ** (Math.floor(Math.log10(tokens)) - 1);
  return formatCount(Math.round(tokens / step) * step);
}
