import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { pickCalls } from './pick-calls.ts';
import { printLiteral } from './print-literal.ts';
import type { ProjectFile } from './project-file.ts';
import type { NamedTool } from './source-modules.ts';

/** What the tests call each tool with: a module a tool, and `tests/cases.ts` with the list. */
export function toCaseModules({ definitions }: Blueprint, tools: NamedTool[]): ProjectFile[] {
  const modules = tools.map(({ tool, source }) => {
    const head = `export const ${source.identifier}: ToolCases = `;
    const value = { tool: tool.name, ...pickCalls(tool, definitions) };
    const literal = printLiteral(value, 0, head.length);
    const text = `import type { ToolCases } from '../tool-cases.ts';\n\n${head}${literal};\n`;
    return { path: `tests/cases/${source.file}.ts`, text };
  });
  return [...modules, toList(tools)];
}

function toList(tools: NamedTool[]): ProjectFile {
  const imports = tools
    .map(({ source }) => `import { ${source.identifier} } from './cases/${source.file}.ts';\n`)
    .toSorted();
  const items = tools.map(({ source }) => `  ${source.identifier},\n`);
  const text =
    `${imports.join('')}import type { ToolCases } from './tool-cases.ts';\n\n` +
    `/** The calls of all tools. */\nexport const cases: ToolCases[] = [\n${items.join('')}];\n`;
  return { path: 'tests/cases.ts', text };
}
