import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';

import { printInLines } from './print-literal.ts';
import { inOnePiece, sortByPath } from './project-file.ts';
import type { ProjectFile } from './project-file.ts';
import { toSafeJsonPieces } from './safe-json.ts';

const MODULE = 'tests/saved-tests.ts';
const RUNNER = 'tests/saved-tests.test.ts';
const JUDGE = 'src/runtime/expectations/';

const [runner = ''] = Object.values(
  import.meta.glob<string>('./template/saved-tests/tests/*.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);

const judge: Record<string, string> = import.meta.glob('../../runtime/expectations/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/**
 * The files that run saved tests with `npm test`, against the project's own mock upstream; none where no test
 * is about that one.
 */
export function toSavedTestFiles(tests: readonly SavedTest[]): ProjectFile[] {
  const run = tests.filter(({ upstream }) => upstream !== 'real');
  if (run.length === 0) return [];
  const text =
    "import type { ExpectedCall } from '../src/runtime/expectations/expectations.ts';\n\n" +
    '/** Example calls and what is expected of them. */\n' +
    `export const savedTests: ExpectedCall[] = ${printInLines(run)};\n`;
  const judging = Object.entries(judge).map(([path, source]) => ({
    path: `${JUDGE}${path.slice(path.lastIndexOf('/') + 1)}`,
    text: source,
  }));
  return [{ path: MODULE, text }, { path: RUNNER, text: runner }, ...judging];
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
    path !== 'blueprint.json' && path !== MODULE && path !== RUNNER && !path.startsWith(JUDGE);
  return sortByPath([
    ...files.filter(isOther),
    inOnePiece({ path: 'blueprint.json', text: toSafeJsonPieces(described) }),
    ...toSavedTestFiles(tests),
  ]);
}
