import type { ServerTool } from './read-tools.ts';

/** The tools that hold every word of the query, in name, title or description; exact names first. */
export function searchTools(tools: readonly ServerTool[], query: string): readonly ServerTool[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return tools;
  const found = tools.filter((tool) => {
    const text = `${tool.name}\n${tool.title ?? ''}\n${tool.description ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const isNamed = ({ name }: ServerTool) =>
    words.every((word) => name.toLowerCase().includes(word));
  return [...found.filter(isNamed), ...found.filter((tool) => !isNamed(tool))];
}
