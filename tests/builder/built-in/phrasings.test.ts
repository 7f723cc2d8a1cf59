import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { callsOf, runTurn } from './run-turn.ts';

const FOLDER = 'tests/builder/built-in/phrasings';

interface Phrasing {
  said: string;
  earlier: string[];
  calls: [string, object][];
  /** What the summary begins with, where nothing is changed. */
  answer: string | null;
}

/** `> said`, `< said before`, then a call in each line, or `= the beginning of the answer`. */
function readPhrasings(file: string): Phrasing[] {
  const blocks = readFileSync(`${FOLDER}/${file}`, 'utf8').trim().split(/\n\n+/);
  return blocks.map((block) => {
    const lines = block.split('\n');
    const of = (mark: string) =>
      lines.filter((line) => line.startsWith(mark)).map((line) => unescape(line.slice(2)));
    const [said = ''] = of('> ');
    const calls = lines.filter((line) => /^[a-z_]+ \{/.test(line)).map(readCall);
    return { said, earlier: of('< '), calls, answer: of('= ')[0] ?? null };
  });
}

function readCall(line: string): [string, object] {
  const cut = line.indexOf(' ');
  return [line.slice(0, cut), JSON.parse(line.slice(cut + 1)) as object];
}

function unescape(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
}

const files = readdirSync(FOLDER).map((file) => ({ file, phrasings: readPhrasings(file) }));

test('there are several hundred phrasings, without duplicates', () => {
  const all = files.flatMap(({ phrasings }) => phrasings);
  const keys = all.map(({ said, earlier }) => JSON.stringify([said, earlier]));
  expect(all.length).toBeGreaterThan(200);
  expect(new Set(keys).size).toBe(all.length);
  expect(all.filter(({ calls, answer }) => calls.length === 0 && answer === null)).toEqual([]);
});

describe.each(files)('$file', ({ phrasings }) => {
  test.each(phrasings)('$said', ({ said, earlier, calls, answer }) => {
    expect(callsOf(said, earlier)).toEqual(calls);
    const { summary } = runTurn(said, { earlier });
    expect(summary.slice(0, answer?.length ?? 0)).toBe(answer ?? '');
  });
});
