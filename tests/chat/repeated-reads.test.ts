import { expect, test } from 'vitest';

import { BUILDER_TOOLS } from '#app/builder/tools/builder-tools.ts';

import { library } from '../builder/tools/library.ts';
import { holdTalk, type SentRequest } from './hold-talk.ts';
import type { Line } from './scripted-model.ts';

const IMPORT: Line[] = [{ call: 'import_document', input: { text: library() } }];
const READ: Line = { call: 'read_blueprint', input: { detail: 'full' } };

/** The results of the calls that a request holds, as texts, in their order. */
function resultsOf({ prompt }: SentRequest): string[] {
  return prompt.flatMap(({ role, content }) =>
    role === 'tool' ? content.map((part) => JSON.stringify(part)) : [],
  );
}

async function readsOf(steps: Line[][], options: Parameters<typeof holdTalk>[1] = {}) {
  const { requests } = await holdTalk([{ said: 'Look.', steps: [IMPORT, ...steps] }], options);
  return resultsOf(requests.at(-1) ?? { prompt: [] }).slice(1);
}

test('a text that the model has before it is not told again: the earlier call is named', async () => {
  const [first, second] = await readsOf([[READ], [READ]]);
  expect(first).toContain('Book');
  expect(second).toContain('Your earlier call read_blueprint');
  expect(second).toContain('detail');
  expect(second).not.toContain('Book');
});

test('the same text of another call is named as well, also within one step', async () => {
  const all = { call: 'read_blueprint', input: { detail: 'full', page: 1 } };
  const [, second] = await readsOf([[READ, all]]);
  expect(second).toContain('Your earlier call');
});

test('after a change it is told again, and in the next turn too', async () => {
  const change: Line = { call: 'set_identity', input: { title: 'Shelves' } };
  const [, , third] = await readsOf([[READ], [change], [READ]]);
  expect(third).toContain('Book');
  const { requests, firsts } = await holdTalk([
    { said: 'Look.', steps: [IMPORT, [READ]] },
    { said: 'Look again.', steps: [[READ]] },
  ]);
  const later = requests.slice(firsts[1]).at(-1);
  expect(later && resultsOf(later).at(-1)).toContain('Book');
});

test('a text that was folded to make room can be read again', async () => {
  const file = { call: 'read_file', input: { path: 'a.ts' } };
  const others = Array.from({ length: 8 }, (_, at): Line[] => [
    { call: 'read_file', input: { path: `b${at}.ts` } },
  ]);
  const ports = { readFile: (path: string) => Promise.resolve(`${path}\n`.repeat(2_500)) };
  const results = await readsOf([[file], ...others, [file]], { ports, contextTokens: 40_000 });
  expect(results[0]).toContain('not repeated here');
  expect(results.at(-1)).toContain('a.ts\\n');
});

test('what the built-in builder looks at is told each time', () => {
  const read = BUILDER_TOOLS.find(({ name }) => name === 'read_blueprint');
  const mayRepeat = (input: object) => {
    const call = read?.accept(input);
    return call?.ok && call.value.mayRepeat;
  };
  expect([mayRepeat({ facts: true }), mayRepeat({ detail: 'full' })]).toEqual([true, false]);
});
