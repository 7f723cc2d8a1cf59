// Loads the gateway of the built Worker step by step, finds the rate that it can take, goes far beyond it, and
// writes what callers then hear beside this file. `npm run load -- --seconds 3 --from 20` for a short look.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

import { makeBuild } from '../../scripts/built-files.mjs';
import { at, ms, table, toSorted } from '../bench/timing.mjs';

const RESULTS = 'tests/load/results.md';
/** A step holds where nearly all calls are answered in time. */
const GOOD_SHARE = 0.99;
const GOOD_P99_MS = 500;
/** Steps grow by this factor, and stop where even that is no rate for one machine. */
const GROWTH = 1.5;
const MAX_RATE = 5_000;
/** How far beyond the knee the overload goes. */
const BEYOND = 3;
const REST_MS = 2_000;

const MODERN = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
const META = {
  ...MODERN,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'load', version: '1.0.0' },
};

/** Four calls of a tool, and then the list. */
function toRequests(token) {
  const toRequest = (kind, params) => ({
    kind,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': kind,
      ...(params.name === undefined ? {} : { 'mcp-name': params.name }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: kind,
      params: { ...params, _meta: META },
    }),
  });
  const call = toRequest('tools/call', { name: 'getPetById', arguments: { petId: 10 } });
  return [call, call, call, call, toRequest('tools/list', {})];
}

/** What became of a step. */
function summarize({ rate, seconds, late, outcomes }) {
  const isGood = ({ status, isRight }) => status === 200 && isRight;
  const isRefusal = ({ status, retryAfter }) => [429, 503].includes(status) && retryAfter > 0;
  const good = outcomes.filter(isGood);
  const refused = outcomes.filter(isRefusal);
  const wrong = outcomes.filter((each) => each.status !== 0 && !isGood(each) && !isRefusal(each));
  for (const { status, text } of wrong.slice(0, 3)) console.error(`wrong: ${status} ${text}`);
  const silent = Map.groupBy(
    outcomes.filter(({ status }) => status === 0),
    ({ text }) => text,
  );
  for (const [why, some] of silent) console.error(`without an answer: ${some.length} ${why}`);
  const timesOf = (some) => toSorted(some.map(({ milliseconds }) => milliseconds));
  return {
    rate,
    seconds,
    late,
    sent: outcomes.length,
    good: good.length,
    refused: refused.length,
    hanging: outcomes.filter(({ status }) => status === 0).length,
    wrong: wrong.length,
    times: timesOf(good),
    refusalTimes: timesOf(refused),
  };
}

function holds({ sent, good, times }) {
  return good / sent >= GOOD_SHARE && at(times, 0.99) <= GOOD_P99_MS;
}

const toRow = (step) => [
  `${Math.round(step.rate)}`,
  `${Math.round(step.good / step.seconds)}`,
  `${step.refused}`,
  `${step.wrong}`,
  `${step.hanging}`,
  ...[0.5, 0.95, 0.99].map((share) => (step.good > 0 ? ms(at(step.times, share)) : '–')),
  step.refused > 0 ? ms(at(step.refusalTimes, 0.99)) : '–',
];
const HEAD = [
  'calls per second sent',
  'answered',
  'refused: 503 or 429 with Retry-After',
  'wrong',
  'without an answer',
  'p50',
  'p95',
  'p99',
  'p99 of refusals',
];

/** Steps of rising rates until one does not hold; then the rate in between is tried as well. */
async function findKnee(run, from) {
  const steps = [];
  let knee = null;
  for (let rate = from; rate <= MAX_RATE; rate *= GROWTH) {
    const step = await run(rate);
    steps.push(step);
    if (!holds(step)) break;
    knee = step;
  }
  if (knee === null) return { steps, knee: steps[0] };
  const between = await run(knee.rate * Math.sqrt(GROWTH));
  steps.push(between);
  return {
    steps: steps.toSorted((a, b) => a.rate - b.rate),
    knee: holds(between) ? between : knee,
  };
}

function describeMachine() {
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  const busy =
    load > cores / 2
      ? ` The machine was busy with other work (load ${load.toFixed(1)} on ${cores} cores before the run): the figures are lower bounds.`
      : '';
  return `Node ${process.versions.node}, ${cores} cores (${cpus()[0]?.model.trim()}); server, local proxy and load on one machine.${busy}`;
}

async function measure({ seconds, from }) {
  const { startBuiltWorker } = await import('../setup/built-worker.ts');
  const { makeDraft } = await import('../setup/make-draft.ts');
  const machine = describeMachine();
  const server = await startBuiltWorker();
  const draft = await makeDraft(server.url, readFileSync('tests/specs/petstore-3.0.json', 'utf8'));
  const requests = toRequests(draft.token);
  const thread = new Worker(new URL('open-loop.mjs', import.meta.url), {
    workerData: { url: draft.endpoint, requests },
  });
  const run = async (rate) => {
    const done = Promise.withResolvers();
    thread.once('message', done.resolve);
    thread.once('error', done.reject);
    thread.postMessage({ rate, seconds });
    const step = summarize(await done.promise);
    console.log(toRow(step).join('\t'));
    // Calls of a step must not weigh on the next one.
    await sleep(REST_MS);
    return step;
  };
  try {
    console.log(HEAD.join('\t'));
    await run(from / 2);
    const { steps, knee } = await findKnee(run, from);
    const beyond = await run(knee.rate * BEYOND);
    const after = await run(knee.rate / 2);
    return { machine, steps, knee, beyond, after };
  } finally {
    await thread.terminate();
    await server.close();
  }
}

function toText({ machine, steps, knee, beyond, after }, { seconds }) {
  const day = new Date().toISOString().slice(0, 10);
  const rows = (some) => table(HEAD, some.map(toRow));
  return `# The gateway under load, measured by \`npm run load\`

${day}. ${machine}

Calls of one server's endpoint with its token, four \`tools/call\` on the mock upstream and then a \`tools/list\`,
sent at a fixed rate for ${seconds} s a step, whatever became of those before; latencies count from the moment at
which a call was to be sent. Rate limits by address and server are raised. A step holds where ${GOOD_SHARE * 100} % are
answered rightly and p99 is at most ${GOOD_P99_MS} ms.

${rows(steps)}

**The knee is at ${Math.round(knee.rate)} calls per second.** ${BEYOND} times that, and then half of it:

${rows([beyond, after])}
`;
}

/** What must hold beyond the knee: nobody hangs, nobody hears nonsense, and afterwards all is well. */
function findFailures({ beyond, after }) {
  return [
    beyond.hanging > 0 && `${beyond.hanging} calls had no answer beyond the knee`,
    beyond.wrong > 0 && `${beyond.wrong} calls were answered wrongly beyond the knee`,
    !holds(after) && 'the gateway did not recover after the overload',
  ].filter(Boolean);
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    from: { type: 'string', default: '40' },
    dry: { type: 'boolean', default: false },
  },
});
const options = { seconds: Number(values.seconds), from: Number(values.from) };
if (!(await makeBuild())) throw new Error('the Worker could not be built');
const measured = await measure(options);
const text = toText(measured, options);
console.log(`\n${text}`);
if (!values.dry) writeFileSync(RESULTS, text);
const failures = findFailures(measured);
for (const failure of failures) console.error(failure);
process.exit(failures.length === 0 ? 0 : 1);
