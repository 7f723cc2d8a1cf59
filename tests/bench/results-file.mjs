import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

const RESULTS = 'tests/bench/results.md';

/** The texts of earlier runs, by their headings. */
function readSections() {
  const text = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : '';
  const sections = text.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end), section.slice(end).trim()];
    }),
  );
}

/** Puts a text below its heading, in place of the one of an earlier run; the others stay. */
export function writeSection(title, text) {
  const machine = `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), everything on one machine.`;
  const sections = [...readSections().set(title, text)].map(
    ([heading, each]) => `## ${heading}\n\n${each}\n`,
  );
  const opening = '# Measured by `npm run bench` and `npm run requests`';
  writeFileSync(RESULTS, `${opening}\n\n${machine}\n\n${sections.join('\n')}`);
}
