// Holds the conversations of cases.json with the builder, as guests over HTTP (README.md).
// `npm run requests` serves the built Worker for it; `npm run requests -- URL` takes one that runs.
// `--only CATEGORY_OR_ID,…` holds some of them, `--verbose` says why a turn does not count.
import { readFileSync } from 'node:fs';

import { makeBuild } from '../../scripts/built-files.mjs';
import { writeSection } from '../bench/results-file.mjs';
import { table } from '../bench/timing.mjs';
import { holdConversation } from './hold-conversation.mjs';

const SHARE_IN_ALL = 0.9;
const SHARE_IN_CATEGORY = 0.8;
const LANES = Number(process.env.CONCURRENCY ?? 2);
const TURN_MS = 1000 * Number(process.env.TURN_SECONDS ?? 60);

function readArguments([...words]) {
  const only = words.indexOf('--only');
  const chosen = only === -1 ? null : (words.splice(only, 2)[1] ?? '').split(',');
  const isVerbose = words.includes('--verbose');
  return { chosen, isVerbose, url: words.find((word) => !word.startsWith('--')) ?? null };
}

function readCases(chosen) {
  const all = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8'));
  return all.filter(
    ({ id, category }) => chosen === null || chosen.includes(id) || chosen.includes(category),
  );
}

/** The built Worker with an empty storage of its own; guests may ask as often as they like. */
async function serve() {
  if (!(await makeBuild())) throw new Error('the Worker could not be built');
  const { startBuiltWorker } = await import('../setup/built-worker.ts');
  return startBuiltWorker();
}

async function holdAll(origin, cases) {
  const queue = [...cases];
  const held = new Map();
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      held.set(next, await holdConversation(origin, next, TURN_MS));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return cases.map((each) => ({ ...each, reasons: held.get(each) }));
}

const isGood = ({ reasons }) => reasons.every((why) => why.length === 0);

/** How many of these conversations and of their turns count. */
function count(held) {
  const turns = held.flatMap(({ reasons }) => reasons);
  const good = held.filter(isGood).length;
  return {
    turns: `${turns.filter((why) => why.length === 0).length} of ${turns.length}`,
    conversations: `${good} of ${held.length}`,
    share: held.length === 0 ? 1 : good / held.length,
  };
}

function toTable(held) {
  const categories = Map.groupBy(held, ({ category }) => category);
  const rows = [...categories, ['all', held]].map(([category, some]) => {
    const { turns, conversations } = count(some);
    return [category, conversations, turns];
  });
  return table(['category', 'conversations', 'turns'], rows);
}

/** What is below its share: categories, or all. */
function findShortfalls(held) {
  const categories = Map.groupBy(held, ({ category }) => category);
  const short = [...categories]
    .filter(([, some]) => count(some).share < SHARE_IN_CATEGORY)
    .map(([category]) => `${category} is below ${SHARE_IN_CATEGORY * 100} %.`);
  return count(held).share < SHARE_IN_ALL
    ? [...short, `All is below ${SHARE_IN_ALL * 100} %.`]
    : short;
}

const { chosen, isVerbose, url } = readArguments(process.argv.slice(2));
const cases = readCases(chosen);
if (cases.length === 0) {
  console.error(`No conversation and no category is named ${chosen}.`);
  process.exit(2);
}
const worker = url === null ? await serve() : null;
const held = await holdAll(new URL(worker?.url ?? url).origin, cases);
await worker?.close();
console.log(toTable(held));
for (const { id, reasons } of held.filter((each) => !isGood(each))) {
  if (!isVerbose) console.log(`failed: ${id}`);
  for (const [at, why] of reasons.entries()) {
    if (isVerbose) for (const reason of why) console.log(`${id} turn ${at + 1}: ${reason}`);
  }
}
if (chosen === null && worker !== null) {
  const day = new Date().toISOString().slice(0, 10);
  const text = `${day}. Conversations of tests/requests/cases.json, held by guests with the built Worker over HTTP (\`npm run requests\`).`;
  writeSection('Plain requests', `${text}\n\n${toTable(held)}`);
}
const shortfalls = findShortfalls(held);
for (const shortfall of shortfalls) console.error(shortfall);
process.exit(shortfalls.length === 0 ? 0 : 1);
