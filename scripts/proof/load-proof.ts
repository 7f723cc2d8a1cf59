import { readFileSync } from 'node:fs';
import path from 'node:path';

import * as z from 'zod';

import type { BenchRow, ConformanceRow, StartProof } from '#app/start/proof/proof.ts';

import { readTable } from './read-table.ts';

const CONFORMANCE = 'tests/conformance/results.md';
const SUITE = 'tests/conformance/suite/package.json';
const BENCH = 'tests/bench/results.md';
const SUITE_PACKAGE = '@modelcontextprotocol/conformance';

const count = z.coerce.number().int().nonnegative();
const Conformance = z.object({
  'under test': z.string(),
  revision: z.iso.date(),
  'scored scenarios': count.min(1),
  met: count,
});
const Bench = z.object({
  'in workerd': z.string(),
  'calls per second': count.min(1),
  'CPU of a call': z.string(),
});
const Packages = z.object({ dependencies: z.record(z.string(), z.string()) });

/** Figures of our own tests and benchmarks, as they stand in the repository; a missing one ends the build. */
export function loadProof(root: string, onFile: (file: string) => void): StartProof {
  const read = (name: string) => {
    const file = path.join(root, name);
    onFile(file);
    return readFileSync(file, 'utf8');
  };
  const suite = Packages.parse(JSON.parse(read(SUITE))).dependencies[SUITE_PACKAGE];
  if (suite === undefined) throw new Error(`${SUITE} names no ${SUITE_PACKAGE}.`);
  const bench = read(BENCH);
  return {
    suite,
    conformance: z
      .array(Conformance)
      .min(1)
      .parse(readTable(read(CONFORMANCE)))
      .map(toConformance),
    calls: readBench(bench, 'Calls per second'),
    hosted: readBench(bench, 'Hosted calls per second'),
  };
}

function toConformance(row: z.infer<typeof Conformance>): ConformanceRow {
  const { 'under test': subject, revision, 'scored scenarios': scored, met } = row;
  return { subject, revision, scored, met };
}

/** The first table below a heading, and the day on which it was measured. */
function readBench(text: string, title: string): StartProof['calls'] {
  const section = text.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? '';
  const [day] = /^\d{4}-\d\d-\d\d(?=\. )/m.exec(section) ?? [];
  if (day === undefined) throw new Error(`${BENCH} has no day below "${title}".`);
  const rows = z.array(Bench).min(2).parse(readTable(section));
  return {
    day,
    rows: rows.map((row): BenchRow => ({
      label: row['in workerd'],
      rate: row['calls per second'],
      cpu: row['CPU of a call'],
    })),
  };
}
