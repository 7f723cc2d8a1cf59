import type { Tool } from '#app/blueprint/tool.ts';

/** Tools that belong together, under the name that their document or their paths give them. */
export interface ToolGroup {
  /** A tag as the document writes it, or the part of the path that the tools share. */
  name: string;
  tools: Tool[];
}

/** Segments that say nothing about what an operation is for. */
const PLUMBING = /^(v\d+(\.\d+)*|api|rest|\{.*\})$/i;

/** Groups tools by the tag of their operation, and those without one by their path; in order. */
export function groupTools(tools: readonly Tool[]): ToolGroup[] {
  const words = toPathWords(tools.filter(({ origin }) => origin?.tag === undefined));
  const groups = new Map<string, Tool[]>();
  for (const tool of tools) {
    const name = tool.origin?.tag ?? words.get(tool) ?? 'other';
    const known = groups.get(name);
    if (known) known.push(tool);
    else groups.set(name, [tool]);
  }
  return [...groups].map(([name, members]) => ({ name, tools: members }));
}

/** The first word of each path in which the tools differ: `/v1/repos/{id}/issues` gives `/issues`. */
function toPathWords(tools: readonly Tool[]): Map<Tool, string> {
  const paths = tools.map((tool) => ({ tool, words: readPath(tool) }));
  const [first] = paths;
  const isSharedStart = () =>
    paths.every(({ words }) => words.length > 1 && words[0] === first?.words[0]);
  while (paths.length > 1 && isSharedStart()) for (const { words } of paths) words.shift();
  return new Map(paths.map(({ tool, words: [word] }) => [tool, word ? `/${word}` : 'other']));
}

function readPath({ action }: Tool): string[] {
  if (action.kind !== 'http') return [];
  return action.path.split(/[/.]/).filter((segment) => segment !== '' && !PLUMBING.test(segment));
}
