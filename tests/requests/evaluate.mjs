// Holds conversations with a model of your choice and says how it did (README.md): npm run evaluate -- --model NAME …
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

import { makeBuild } from '../../scripts/built-files.mjs';
import { startBuiltWorker } from '../setup/built-worker.ts';
import { EVALUATE_USAGE, readEvaluateOptions } from './evaluate-options.ts';
import { toEvaluation, toEvaluationTable } from './evaluation.ts';
import { chooseCases, holdAll, printReasons, readCases, turnMilliseconds } from './hold-all.mjs';
import { holdConversation } from './hold-conversation.mjs';
import { ModelRelay } from './model-relay.ts';
import { openGuest, requireOk } from './open-guest.mjs';

const SETS = { open: ['cases.json'], conversations: ['conversations.json'] };
SETS.all = [...SETS.open, ...SETS.conversations];

/** A turn of a guest takes two minutes at most, and is continued. */
const TURN_SECONDS = 150;

/** @returns {never} */
function end(sentence) {
  console.error(sentence);
  process.exit(2);
}

function readOptions() {
  const stored = existsSync('.dev.vars') ? parseEnv(readFileSync('.dev.vars', 'utf8')) : {};
  const read = readEvaluateOptions(process.argv.slice(2), { ...stored, ...process.env });
  return read.ok ? read.options : end([...read.problems, '', EVALUATE_USAGE].join('\n'));
}

/** The product's own trial of a connection, as its page makes it before a model is used. */
async function tryModel(origin, connection, turnMs) {
  const call = openGuest(origin, turnMs);
  const body = JSON.stringify(connection);
  const trial = await requireOk(call('/api/models/try', { method: 'POST', body }), 'The trial');
  const { ok, detail } = JSON.parse(trial);
  if (!ok) throw new Error(`The model cannot be used: ${detail}`);
}

/** Holds one conversation with a key of its own, by which the relay knows its requests. */
async function evaluate(origin, conversation, options, relay, turnMs) {
  if (relay.isSpent) return null;
  const value = relay.newKey();
  const connection = { ...options.connection, value };
  const held = await holdConversation(origin, conversation, { turnMs, connection });
  const requests = relay.requestsOf(value);
  const isGood = held.every(({ reasons }) => reasons.length === 0);
  console.log(`${isGood ? '✓' : '✗'} ${conversation.id}: ${requests.length} requests`);
  // What the budget cut off says nothing about the model.
  return relay.isSpent && !isGood ? null : { held, requests };
}

const options = readOptions();
const files = SETS[options.set].flatMap(readCases);
const cases = chooseCases(files, options.only).slice(0, options.limit);
if (cases.length === 0)
  end(`No conversation and no category is named ${options.only?.join(' or ')}.`);
if (!(await makeBuild())) end('The Worker could not be built.');
const relay = new ModelRelay({ ...options.connection, ...options });
const worker = await startBuiltWorker({ outside: relay.outside });
const turnMs = turnMilliseconds(TURN_SECONDS);
try {
  await tryModel(worker.url, { ...options.connection, value: relay.newKey() }, turnMs);
} catch (error) {
  await worker.close();
  end(error.message);
}
const hold = (each) => evaluate(worker.url, each, options, relay, turnMs);
const all = await holdAll(cases, hold);
await worker.close();
const { model, baseUrl } = options.connection;
const evaluatedAt = new Date().toISOString();
const evaluation = toEvaluation({ model, baseUrl, evaluatedAt, price: options.price }, all);
console.log(`\n${toEvaluationTable(evaluation)}`);
printReasons(all, options.isVerbose);
if (options.out !== null) writeFileSync(options.out, `${JSON.stringify(evaluation, null, 2)}\n`);
if (relay.isSpent) {
  const left = cases.length - all.length;
  console.error(`The budget is spent: ${left} of ${cases.length} conversations were not held.`);
}
process.exit(relay.isSpent ? 1 : 0);
