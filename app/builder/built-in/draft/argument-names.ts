import type { ToolFacts } from '#app/builder/built-in/turn.ts';

const known = new WeakMap<readonly ToolFacts[], string[]>();

/** The names of all arguments of these tools, each once; made once for each list. */
export function argumentNames(tools: readonly ToolFacts[]): string[] {
  const before = known.get(tools);
  if (before) return before;
  const names = [...new Set(tools.flatMap((tool) => tool.arguments.map(({ name }) => name)))];
  known.set(tools, names);
  return names;
}
