import { savedTestFiles } from 'virtual:project-template';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';

import { printInLines } from './print-literal.ts';
import { inOnePiece, sortByPath } from './project-file.ts';
import type { ProjectFile } from './project-file.ts';
import { toSafeJsonPieces } from './safe-json.ts';

const MODULE = 'tests/saved-tests.ts';

/**
 * The files that run saved tests with `npm test`, against the project's own mock upstream; none where no test
 * is about that one.
 */
export function toSavedTestFiles(tests: readonly SavedTest[]): ProjectFile[] {
  const run = tests.filter(({ upstream }) => upstream !== 'real');
  if (run.length === 0) return [];
  const text =
    "import type { ExpectedCall } from '../src/runtime/expectations.ts';\n\n" +
    '/** Example calls and what is expected of them. */\n' +
    `export const savedTests: ExpectedCall[] = ${printInLines(run)};\n`;
  const running = Object.entries(savedTestFiles).map(([path, source]) => ({ path, text: source }));
  return [{ path: MODULE, text }, ...running];
}

/** The files of an export with the tests that its project has now, in place of any that it was made with. */
export function withSavedTests(
  files: readonly ProjectFile[],
  blueprint: Blueprint,
  tests: SavedTest[],
): ProjectFile[] {
  if (tests.length === 0 && blueprint.tests === undefined) return [...files];
  const { tests: _earlier, ...rest } = blueprint;
  const described = tests.length === 0 ? rest : { ...rest, tests };
  const isOther = ({ path }: ProjectFile) =>
    path !== 'blueprint.json' && path !== MODULE && !Object.hasOwn(savedTestFiles, path);
  return sortByPath([
    ...files.filter(isOther),
    inOnePiece({ path: 'blueprint.json', text: toSafeJsonPieces(described) }),
    ...toSavedTestFiles(tests),
  ]);
}
