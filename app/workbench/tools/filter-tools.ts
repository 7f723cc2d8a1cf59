import type { Tool } from '#app/blueprint/tool.ts';

/** The tools that hold every word of the query, in name, title, description, method or path. */
export function filterTools(tools: readonly Tool[], query: string): readonly Tool[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return tools;
  return tools.filter((tool) => {
    const text = searchText(tool);
    return words.every((word) => text.includes(word));
  });
}

const texts = new WeakMap<Tool, string>();

function searchText(tool: Tool): string {
  const known = texts.get(tool);
  if (known !== undefined) return known;
  const { name, title = '', description = '', action } = tool;
  const route = action.kind === 'http' ? `${action.method} ${action.path}` : action.kind;
  const text = `${name}\n${title}\n${description}\n${route}`.toLowerCase();
  texts.set(tool, text);
  return text;
}
