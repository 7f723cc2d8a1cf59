// Measures what a user waits for, on this machine, and writes it beside this file.
// `npm run bench` measures all, `npm run bench -- documents` one part and keeps the figures of the
// others. A part builds first what it needs; give it a quiet machine.
import { measureGrowth } from './growth/measure-growth.mjs';
import { measureHosted } from './hosted/measure-hosted.mjs';
import { measureLighthouse } from './lighthouse/measure-lighthouse.mjs';
import { measureChat } from './measure-chat.mjs';
import { measureCost } from './measure-cost.mjs';
import { measureDocuments } from './measure-documents.mjs';
import { measureImport } from './measure-import.mjs';
import { measureProjects } from './measure-projects.mjs';
import { measureStart } from './measure-start.mjs';
import { measureToolList } from './measure-tool-list.mjs';
import { measureWorker } from './measure-worker.mjs';
import { writeSection } from './results-file.mjs';
import { measurePages } from './pages/measure-pages.mjs';
import { measureSandbox } from './sandbox/measure-sandbox.mjs';
import { measureThroughput } from './throughput/measure-throughput.mjs';
import { measureVerify } from './verify/measure-verify.mjs';
import { table } from './timing.mjs';

/** Each measurement gives the text below its heading. */
const PARTS = [
  { name: 'documents', title: 'Documents, in Node', measure: measureDocuments },
  { name: 'import', title: 'The import, in workerd', measure: measureImport },
  { name: 'projects', title: 'From a document to a project', measure: measureProjects },
  { name: 'list', title: 'What tools/list weighs', measure: measureToolList },
  { name: 'start', title: 'An exported project starts', measure: measureStart },
  { name: 'growth', title: 'How it grows', measure: measureGrowth },
  { name: 'worker', title: 'The built Worker, over HTTP', measure: measureWorker },
  { name: 'pages', title: 'Pages per second', measure: measurePages },
  { name: 'lighthouse', title: 'Pages as Lighthouse rates them', measure: measureLighthouse },
  { name: 'chat', title: 'A turn of the builder', measure: measureChat },
  { name: 'cost', title: 'What a conversation costs', measure: measureCost },
  { name: 'sandbox', title: 'The sandbox', measure: measureSandbox },
  { name: 'throughput', title: 'Calls per second', measure: measureThroughput },
  { name: 'hosted', title: 'Hosted calls per second', measure: measureHosted },
  { name: 'verify', title: 'An ID token, in workerd', measure: verifySection },
];

async function verifySection() {
  const { rounds, tokens, rows } = await measureVerify();
  return `The best of ${rounds} runs over ${tokens} tokens each, in turns, so that what else the machine does counts least; the keys are in memory. Ours checks every rule, the others fewer.

${table(['verified by', 'per token', 'speed, the first being 1'], rows)}`;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`There is no part "${unknown[0]}": ${PARTS.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
for (const { name, title, measure } of PARTS) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const text = await measure();
  const day = new Date().toISOString().slice(0, 10);
  console.log(`## ${title}\n\n${text}\n`);
  writeSection(title, `${day}. ${text}`);
}
