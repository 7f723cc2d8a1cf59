import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { pickCalls } from './pick-calls.ts';
import { printInLines } from './print-literal.ts';
import type { ProjectFile } from './project-file.ts';
import type { NamedTool } from './source-modules.ts';

/**
 * What the tests call the tools with: `tests/cases.ts`, by the names of the tools. Each has a line
 * that begins with its name, by which the check `ops.tests` finds it.
 */
export function toCaseModule({ definitions }: Blueprint, tools: NamedTool[]): ProjectFile {
  // An assignment would make no property of a tool that is called `__proto__`.
  const cases = Object.fromEntries(
    tools.map(({ tool }) => [tool.name, pickCalls(tool, definitions)]),
  );
  const text =
    "import type { ToolCases } from './tool-cases.ts';\n\n" +
    '/** The calls that each tool is tested with. */\n' +
    `export const cases: { [tool: string]: ToolCases } = ${printInLines(cases)};\n`;
  return { path: 'tests/cases.ts', text };
}
