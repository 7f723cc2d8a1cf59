// How import, generation, list and start grow with the number of operations: parts of GitHub's document.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { runnerImport } from 'vite';

import { makeBuild } from '../../../scripts/built-files.mjs';
import { ROOT } from '../../../scripts/toolchain.mjs';
import { projectTemplate } from '../../../scripts/project-template.ts';
import { benchDocuments } from '../bench-documents.mjs';
import { buildProject, startOnce } from '../measure-start.mjs';
import { median, ms, table } from '../timing.mjs';
import { drawChart } from './draw-chart.mjs';
import { takeOperations } from './first-operations.mjs';

const COUNTS = [25, 50, 100, 200, 400, 800, 1_223];
const ROUNDS = 5;
const PARTS = path.join(ROOT, '.cache', 'bench', 'growth');
const PICTURE = path.join(ROOT, 'tests', 'bench', 'growth.svg');

export async function measureGrowth() {
  if (!(await makeBuild('cli'))) throw new Error('build/cli.js could not be built');
  const steps = await loadSteps();
  const { file } = benchDocuments().find(({ name }) => name === 'github-3.0.json');
  const document = JSON.parse(readFileSync(file, 'utf8'));
  // Compiles the code, so that the first row is as warm as the last.
  const whole = await steps.importDocument(JSON.stringify(document));
  if (whole.ok) steps.generate(whole.value.blueprint);
  const measured = [];
  for (const count of COUNTS) measured.push(await measureCount(document, count, steps));
  const times = (step) => measured.map((each) => each[step]);
  const lines = ['import', 'generate', 'list', 'start'].map((name) => ({
    name,
    times: times(name),
  }));
  writeFileSync(PICTURE, drawChart(COUNTS, lines));
  const rows = measured.map(({ count, bytes, ...each }) => [
    count,
    `${Math.round(bytes / 1_000)} kB`,
    ...lines.map(({ name }) => ms(each[name])),
    `${((each.import + each.generate + each.list) / count).toFixed(2)} ms`,
  ]);
  const head = ['operations', 'size', 'import', 'generate', 'list', 'start', 'CPU per operation'];
  return `The first operations of GitHub's document with the components that they use. CPU: import, generation and list in one warm process, garbage collection included; start from \`node dist/http.js\` to the first list, all threads of the process. Medians of ${ROUNDS} runs after one that does not count.

![Import, generation, list and start over the number of operations](growth.svg)

${table(head, rows)}`;
}

async function loadSteps() {
  const { importDocument } = await import('#app/blueprint/import/import-document.ts');
  const { toBlueprintListing } = await import('#app/blueprint/list-bytes.ts');
  const { module } = await runnerImport('/app/blueprint/generate/generate.ts', {
    configFile: false,
    plugins: [projectTemplate()],
  });
  return { importDocument, toBlueprintListing, generate: module.generate };
}

async function measureCount(document, count, { importDocument, toBlueprintListing, generate }) {
  const text = JSON.stringify(takeOperations(document, count));
  const imported = await importDocument(text);
  if (!imported.ok) throw new Error(`${count} operations are not imported: ${imported.message}`);
  const { blueprint } = imported.value;
  if (blueprint.tools.length !== count)
    throw new Error(`${blueprint.tools.length} of ${count} tools`);
  return {
    count,
    bytes: Buffer.byteLength(text),
    import: await cpuOf(() => importDocument(text)),
    generate: await cpuOf(() => generate(blueprint)),
    list: await cpuOf(() => toBlueprintListing(blueprint)),
    start: await startOf(text, count),
  };
}

async function cpuOf(work) {
  const times = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) times.push((user + system) / 1_000);
  }
  return median(times);
}

async function startOf(text, count) {
  mkdirSync(PARTS, { recursive: true });
  const file = path.join(PARTS, `${count}.json`);
  writeFileSync(file, text);
  const { directory } = await buildProject({ name: `${count} operations`, file });
  const times = [];
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      const { cpuMs } = await startOnce(directory);
      if (round >= 0) times.push(cpuMs);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
    rmSync(file);
  }
  return median(times);
}
