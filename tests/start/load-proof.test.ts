import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { loadProof } from '../../scripts/proof/load-proof.ts';

const CONFORMANCE = 'tests/conformance/results.md';
const BENCH = 'tests/bench/results.md';
const SUITE = 'tests/conformance/suite/package.json';

/** The proof of a repository in which one file is another; the files that were read. */
function load(file: string, change: (text: string) => string) {
  const root = mkdtempSync(path.join(tmpdir(), 'proof-'));
  try {
    for (const each of [CONFORMANCE, BENCH, SUITE]) cpSync(each, path.join(root, each));
    writeFileSync(path.join(root, file), change(readFileSync(file, 'utf8')));
    const read: string[] = [];
    return { proof: loadProof(root, (each) => read.push(path.relative(root, each))), read };
  } finally {
    rmSync(root, { recursive: true });
  }
}

test('a figure that changes in the repository changes in the proof, and its file is watched', () => {
  const { proof, read } = load(CONFORMANCE, (text) => text.replaceAll('| 37 ', '| 36 '));
  expect(new Set(read)).toEqual(new Set([CONFORMANCE, BENCH, SUITE]));
  const row = { subject: 'hosted server', revision: '2026-07-28', scored: 36, met: 36 };
  expect(proof.conformance[0]).toEqual(row);
  const peers = proof.calls.rows.map(({ label }) => label.split(' ')[0]);
  expect(peers).toEqual(expect.arrayContaining(['mcp-lite', 'agents']));
});

test.each([
  ['the table of the suite', CONFORMANCE, (text: string) => text.replaceAll('|', '')],
  ['a column', BENCH, (text: string) => text.replaceAll('calls per second', 'rate')],
  [
    'the day of a benchmark',
    BENCH,
    (text: string) => text.replace(/(## Calls per second\n\n)\S+ /, '$1'),
  ],
  ['the version of the suite', SUITE, (text: string) => text.replace('/conformance"', '/other"')],
])('the build ends where %s is missing', (_what, file, change) => {
  expect(() => load(file, change)).toThrow();
});
