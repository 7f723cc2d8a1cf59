// Holds the conversations of cases.json with the builder, as guests over HTTP (README.md).
// `npm run requests` serves the built Worker for it; `npm run requests -- URL` takes one that runs.
// `--only CATEGORY_OR_ID,…` holds some of them, `--verbose` says why a turn does not count.
import { makeBuild } from '../../scripts/built-files.mjs';
import { writeSection } from '../bench/results-file.mjs';
import { table } from '../bench/timing.mjs';
import {
  chooseCases,
  countGood,
  holdAll,
  printReasons,
  readCases,
  turnMilliseconds,
} from './hold-all.mjs';
import { holdConversation } from './hold-conversation.mjs';

const SHARE_IN_ALL = 0.9;
const SHARE_IN_CATEGORY = 0.8;

function readArguments([...words]) {
  const only = words.indexOf('--only');
  const chosen = only === -1 ? null : (words.splice(only, 2)[1] ?? '').split(',');
  const isVerbose = words.includes('--verbose');
  return { chosen, isVerbose, url: words.find((word) => !word.startsWith('--')) ?? null };
}

/** The built Worker with an empty storage of its own; guests may ask as often as they like. */
async function serve() {
  if (!(await makeBuild())) throw new Error('the Worker could not be built');
  const { startBuiltWorker } = await import('../setup/built-worker.ts');
  return startBuiltWorker();
}

function toTable(held) {
  const categories = Map.groupBy(held, ({ category }) => category);
  const rows = [...categories, ['all', held]].map(([category, some]) => {
    const { turns, conversations } = countGood(some);
    return [category, conversations, turns];
  });
  return table(['category', 'conversations', 'turns'], rows);
}

/** What is below its share: categories, or all. */
function findShortfalls(held) {
  const categories = Map.groupBy(held, ({ category }) => category);
  const short = [...categories]
    .filter(([, some]) => countGood(some).share < SHARE_IN_CATEGORY)
    .map(([category]) => `${category} is below ${SHARE_IN_CATEGORY * 100} %.`);
  return countGood(held).share < SHARE_IN_ALL
    ? [...short, `All is below ${SHARE_IN_ALL * 100} %.`]
    : short;
}

const { chosen, isVerbose, url } = readArguments(process.argv.slice(2));
const cases = chooseCases(readCases('cases.json'), chosen);
if (cases.length === 0) {
  console.error(`No conversation and no category is named ${chosen}.`);
  process.exit(2);
}
const worker = url === null ? await serve() : null;
const { origin } = new URL(worker?.url ?? url);
const turnMs = turnMilliseconds(60);
const hold = async (each) => ({ held: await holdConversation(origin, each, { turnMs }) });
const held = await holdAll(cases, hold);
await worker?.close();
console.log(toTable(held));
printReasons(held, isVerbose);
if (chosen === null && worker !== null) {
  const day = new Date().toISOString().slice(0, 10);
  const text = `${day}. Conversations of tests/requests/cases.json, held by guests with the built Worker over HTTP (\`npm run requests\`).`;
  writeSection('Plain requests', `${text}\n\n${toTable(held)}`);
}
const shortfalls = findShortfalls(held);
for (const shortfall of shortfalls) console.error(shortfall);
process.exit(shortfalls.length === 0 ? 0 : 1);
