import { readFileSync } from 'node:fs';

import { expect } from 'vitest';

import { readTable } from '../../scripts/proof/read-table.ts';

import type { Revision } from './run-suite.ts';

const RESULTS = 'tests/conformance/results.md';

/** Fails where the written results of a subject and a revision are not what the suite has just printed. */
export function expectResults(subject: string, revision: Revision, output: string): void {
  const rows = readTable(readFileSync(RESULTS, 'utf8'));
  const written = rows.find((row) => row['under test'] === subject && row.revision === revision);
  expect(written, `the row of ${subject} and ${revision} in ${RESULTS}`).toEqual({
    'under test': subject,
    revision,
    ...count(output),
  });
}

/** Counts scenarios as the suite prints them: one line each, and then those that it does not score. */
function count(output: string) {
  const scenarios = output.match(/^[✓✗] .+: \d+ passed, \d+ failed/gm) ?? [];
  const [, beside = '0', failing = '0'] =
    /^Not scored for .+: (\d+) scenario\(s\) run, (\d+) failing/m.exec(output) ?? [];
  const met = scenarios.filter((line) => line.startsWith('✓')).length;
  return {
    'scored scenarios': String(scenarios.length - Number(beside)),
    met: String(met - (Number(beside) - Number(failing))),
    'run beside them': beside,
    'of those failing': failing,
  };
}
