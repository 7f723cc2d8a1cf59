import { expect, test } from 'vitest';

import { generate } from '#app/blueprint/generate/generate.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';

import { compileTogether } from '../generate/compile-together.ts';
import { addressOf, CORPUS_NAMES, readDocument } from './corpus.ts';

const COMPILE_MS = 240_000;
/** Projects that one compiler holds at once. */
const TOGETHER = 20;

const groups = Array.from({ length: Math.ceil(CORPUS_NAMES.length / TOGETHER) }, (_, index) =>
  CORPUS_NAMES.slice(index * TOGETHER, (index + 1) * TOGETHER),
);

test.each(groups.map((names) => [names[0] ?? '', names.at(-1) ?? '', names] as const))(
  'the projects from %s to %s pass the strict compiler',
  { timeout: COMPILE_MS },
  async (_first, _last, names) => {
    const projects = [];
    for (const name of names) {
      const outcome = await importDocument(readDocument(name), { url: addressOf(name) });
      if (!outcome.ok) throw new Error(outcome.message);
      projects.push(generate(outcome.value.blueprint));
    }
    expect(await compileTogether(projects)).toEqual([]);
  },
);
