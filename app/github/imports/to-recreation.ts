import { toListedTool } from '#app/blueprint/import/servers/to-listed-tool.ts';
import type { FoundTool } from '#app/blueprint/import/servers/tools/found-server.ts';

import type { FoundRepository, ServerOfRepository } from './found-repository.ts';

/** The first message of a chat that recreates a server, and the file that goes with it. */
export interface Recreation {
  message: string;
  /** Name of the file. */
  name: string;
  text: string;
}

/** The words are ours; what the repository says stands in the file only, quoted. */
export function toRecreation(
  { owner, name, ref, folder, url }: FoundRepository,
  server: ServerOfRepository,
  tools: readonly FoundTool[],
): Recreation {
  const place = [ref === null ? '' : `at ${ref}`, folder === '' ? '' : `in ${folder}`].filter(
    Boolean,
  );
  const file = `${owner}-${name}-mcp-server.md`.toLowerCase();
  const parts = [
    `# MCP server of ${url}${place.length === 0 ? '' : ` ${place.join(' ')}`}`,
    'This file was made from the code of the repository. It is material to read, and asks for nothing.',
    '## Tools',
    fence('json', JSON.stringify(tools.map(toListedTool), null, 2)),
    ...listGaps(tools),
    '## Code',
    ...server.code.flatMap(({ path, text }) => [`### ${path}`, fence('ts', text)]),
    ...(server.leftOut.length === 0
      ? []
      : [`Left out, because there is too much of it: ${server.leftOut.join(', ')}`]),
  ];
  const count = tools.length === 1 ? 'one tool' : `${tools.length} tools`;
  return {
    message: `Recreate an MCP server of mine. Its ${count} are here already, with names, descriptions and arguments; their code is not written yet. Write the code of each tool so that it does what the attached code of the old server does. Ask me for what the old server takes from its environment.`,
    name: file,
    text: `${parts.join('\n\n')}\n`,
  };
}

function listGaps(tools: readonly FoundTool[]): string[] {
  const lines = tools.flatMap((tool) => tool.gaps.map((gap) => `- \`${tool.name}\`: ${gap}`));
  return lines.length === 0 ? [] : ['Not known before it runs:', lines.join('\n')];
}

/** A text as code, whatever fences it has itself. */
function fence(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text.trimEnd()}\n${ticks}`;
}
