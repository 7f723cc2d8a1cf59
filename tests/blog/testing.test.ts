import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { readEvalFile } from '#app/evals/read-eval-file.ts';

import { REVISIONS } from '../conformance/run-suite.ts';

import { readSnippet } from './read-snippet.ts';

// They are tests themselves.
import './snippets/testing/parcels.ts';
import './snippets/testing/refusals.ts';

test('the commands run the suite that our own tests run, for both revisions', () => {
  const [install, ...runs] = readSnippet('testing/conformance.sh').trim().split('\n');
  const ours = JSON.parse(readFileSync('tests/conformance/suite/package.json', 'utf8'));
  const version = ours.dependencies['@modelcontextprotocol/conformance'];
  expect(install).toContain(`@modelcontextprotocol/conformance@${version}`);
  expect(runs.map((run) => /--requirements (\S+)/.exec(run)?.[1])).toEqual([...REVISIONS]);
  const source = readFileSync('tests/conformance/run-suite.ts', 'utf8');
  for (const flag of ['server', '--url', '--requirements', '-o']) {
    expect(source).toContain(`'${flag}'`);
    for (const run of runs) expect(run.split(' ')).toContain(flag);
  }
});

test('the tasks are a file that the eval reads', () => {
  const read = readEvalFile(readSnippet('testing/tasks.json'));
  expect(read).toMatchObject({ ok: true, value: { runs: 5 } });
});
