import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { pickCalls } from './pick-calls.ts';
import { printInLines } from './print-literal.ts';
import type { ProjectFile } from './project-file.ts';
import type { NamedTool } from './tool-modules.ts';

/**
 * Makes `tests/cases.ts`: the calls that test each tool, by tool name. Each entry starts a line with its
 * name, which is how the check `ops.tests` finds it.
 */
export function toCaseModule({ definitions }: Blueprint, tools: NamedTool[]): ProjectFile {
  // An assignment would not create a property for a tool called `__proto__`.
  const cases = Object.fromEntries(
    tools.map(({ tool }) => [tool.name, pickCalls(tool, definitions)]),
  );
  const text =
    "import type { ToolCases } from './tool-cases.ts';\n\n" +
    '/** Test calls of each tool. */\n' +
    `export const cases: { [tool: string]: ToolCases } = ${printInLines(cases)};\n`;
  return { path: 'tests/cases.ts', text };
}
