import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { toMockFixtures } from '#app/blueprint/to-mock-fixtures.ts';

import { printInLines } from './print-literal.ts';
import type { ProjectFile } from './project-file.ts';

/** Makes `tests/mocks.ts`: answers of the mock upstream that somebody wrote, and operations beside the tools. */
export function toMockModule(blueprint: Blueprint): ProjectFile {
  const text =
    "import type { MockFixtures } from '../src/runtime/mock.ts';\n\n" +
    '/** Answers of the mock upstream beside those that it derives from the tools. */\n' +
    `export const mocks: MockFixtures = ${printInLines(toMockFixtures(blueprint))};\n`;
  return { path: 'tests/mocks.ts', text };
}
