// Import and generation inside one warm process, and what the result keeps alive.
import { readdirSync, readFileSync } from 'node:fs';
import v8 from 'node:v8';
import vm from 'node:vm';

import { runnerImport } from 'vite';

import { at, mb, ms, table, time } from './timing.mjs';
import { projectTemplate } from '../../scripts/project-template.ts';

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc');

const SPECS = 'tests/specs';
const RUNS = 7;

/** Bytes that one result of the work keeps alive, on average of so many. */
async function heapOf(runs, work) {
  await work();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const kept = [];
  for (let run = 0; run < runs; run += 1) kept.push(await work());
  collectGarbage();
  const bytes = (process.memoryUsage().heapUsed - before) / runs;
  return { first: kept[0], bytes };
}

export async function measureDocuments() {
  const { importDocument } = await import('#app/blueprint/import/import-document.ts');
  // Its templates are files that Vite reads in.
  const { module } = await runnerImport('/app/blueprint/generate/generate.ts', {
    configFile: false,
    plugins: [projectTemplate()],
  });
  const { generate } = module;
  const rows = [];
  for (const name of readdirSync(SPECS).filter((file) => /\.(json|ya?ml)$/.test(file))) {
    const text = readFileSync(`${SPECS}/${name}`, 'utf8');
    const { first, bytes } = await heapOf(RUNS, () => importDocument(text));
    if (!first.ok) throw new Error(`${name} is not imported`);
    const { blueprint } = first.value;
    const imported = await time(RUNS, () => importDocument(text));
    const generated = await time(RUNS, () => generate(blueprint));
    rows.push([
      name,
      `${Math.round(text.length / 1000)} kB`,
      blueprint.tools.length,
      ms(at(imported, 0.5)),
      mb(bytes),
      generate(blueprint).length,
      ms(at(generated, 0.5)),
    ]);
  }
  const head = ['document', 'size', 'tools', 'import', 'heap', 'files', 'generate'];
  return `Medians of ${RUNS} runs after a warm-up; heap is what the imported blueprint keeps alive.

${table(head, rows)}`;
}
