// Calls of a hosted tool per second, with key, quota and log, beside what the platform itself takes for such an
// exchange, and other servers of the same tool.
import { createRequire } from 'node:module';
import { availableParallelism, loadavg } from 'node:os';

import { makeBuild } from '../../../scripts/built-files.mjs';
import { processCpu } from '../process-cpu.mjs';
import { MODERN, toEchoRequest } from '../throughput/echo-request.mjs';
import { median, table } from '../timing.mjs';
import { startHosted } from './start-hosted.mjs';

const CONNECTIONS = 20;
const ROUNDS = 7;
const SECONDS = 2;

const PEERS = [
  { name: 'bare', label: 'a bare handler', file: 'bare-worker.mjs' },
  {
    name: 'floor',
    label: 'a bare handler, a dynamic Worker and a log',
    file: 'floor-worker.mjs',
    bindings: {
      durableObjects: { LOG: { className: 'LogObject', useSQLite: true } },
      workerLoaders: { LOADER: {} },
    },
  },
  { name: 'sdk', label: '@modelcontextprotocol/server 2.4.0', file: 'sdk-worker.mjs' },
  { name: 'agents', label: 'agents 0.32.0', file: 'agents-worker.mjs' },
];
const BARE_HTTP = {
  name: 'bare-http',
  label: 'a bare handler that asks the API',
  file: 'bare-http-worker.mjs',
};

export async function measureHosted() {
  if (!(await makeBuild())) throw new Error('the Worker could not be built');
  const hosted = await startHosted([...PEERS, BARE_HTTP]);
  try {
    const { endpoint, httpEndpoint } = hosted;
    const toOwn = ({ url, token }, label) => {
      const headers = { authorization: `Bearer ${token}` };
      return { label, ...toEchoRequest(url, { era: MODERN, headers }) };
    };
    const toPeer = async ({ name, label }) => ({
      label,
      ...toEchoRequest(await hosted.urlOf(name), { era: MODERN }),
    });
    const rivals = [toOwn(endpoint, 'ours: key, quota and log')];
    for (const peer of PEERS) rivals.push(await toPeer(peer));
    const runs = await race(rivals, findWorkerd());
    await checkLog(hosted, endpoint, runs[0]);
    const askers = [toOwn(httpEndpoint, 'ours: key, quota and log'), await toPeer(BARE_HTTP)];
    const asked = await race(askers, findWorkerd());
    await checkLog(hosted, httpEndpoint, asked[0]);
    return describe(toTable(rivals, runs), toTable(askers, asked));
  } finally {
    await hosted.close();
  }
}

/** The process id of the workerd that this process has started. */
function findWorkerd() {
  const { execFileSync } = createRequire(import.meta.url)('node:child_process');
  const listed = execFileSync('ps', ['-o', 'pid=,comm=', '--ppid', String(process.pid)]).toString();
  const line = listed.split('\n').find((each) => each.includes('workerd'));
  return Number(line?.trim().split(' ')[0]);
}

/** What each takes, round by round in turns: calls per second, CPU of workerd for one, and the slowest hundredth. */
async function race(rivals, pid) {
  const autocannon = createRequire(new URL('../throughput/package.json', import.meta.url))(
    'autocannon',
  );
  for (const rival of rivals) await checkEcho(rival);
  const runs = rivals.map(() => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, { label, ...request }] of rivals.entries()) {
      const before = processCpu(pid);
      const duration = round < 0 ? 1 : SECONDS;
      const run = await autocannon({ ...request, connections: CONNECTIONS, duration });
      const failed = run.non2xx + run.errors;
      if (failed > 0) throw new Error(`${label}: ${failed} calls failed`);
      const cpuMs = (processCpu(pid) - before) / run.requests.total;
      const { average: rate, total: calls } = run.requests;
      if (round >= 0) runs[index].push({ rate, calls, cpuMs, p99: run.latency.p99 });
    }
  }
  return runs;
}

/** A call that is not in the log was not measured for what it is. */
async function checkLog({ lines }, { id, browser }, runs) {
  const answered = runs.reduce((sum, { calls }) => sum + calls, 0);
  // Calls are written within a second, or two on a busy machine.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const { kept } = await (await browser.fetch(`/api/projects/${id}/calls`)).json();
  if (kept < answered) throw new Error(`Of ${answered} calls, ${kept} are in the log.`);
  const problems = lines.filter((line) => !line.includes('"level":"info"'));
  if (problems.length > 0) throw new Error(`${problems.length} lines such as ${problems[0]}`);
}

async function checkEcho({ label, url, ...init }) {
  const answer = await fetch(url, init);
  const text = await answer.text();
  const isRight = answer.status === 200 && text.includes('lazy dog') && !text.includes('isError');
  if (!isRight) throw new Error(`${label} answered ${answer.status}: ${text.slice(0, 300)}`);
}

function toTable(rivals, runs) {
  const bare = rivals.findIndex(({ label }) => /^a bare handler( that|$)/.test(label));
  const rows = rivals.map(({ label }, index) => {
    const ratio = (of) => median(runs[index].map((run, round) => of(run, runs[bare][round])));
    return [
      label,
      String(Math.round(median(runs[index].map(({ rate }) => rate)))),
      ratio((own, other) => own.rate / other.rate).toFixed(2),
      `${Math.round(median(runs[index].map(({ cpuMs }) => cpuMs * 1_000)))} µs`,
      ratio((own, other) => other.cpuMs / own.cpuMs).toFixed(2),
      `${median(runs[index].map(({ p99 }) => p99))} ms`,
    ];
  });
  const head = [
    'in workerd',
    'calls per second',
    'bare being 1',
    'CPU of a call',
    'by CPU, bare being 1',
    'p99',
  ];
  return table(head, rows);
}

function describe(byCode, byApi) {
  return `\`tools/call\` of a published tool that says its argument again, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s in turns, ratios within a round; load and workerd share the machine. Ours is the built Worker: the key is verified, the call is taken from the plan's quota, the code runs in a sandbox of its own, and the call is in the log afterwards. Limits are raised beyond what is sent. CPU is that of workerd. The dynamic Worker and the log are what the platform forces on a call of code, without keys, plans or protocol. Processes that wanted one of the ${availableParallelism()} cores meanwhile: ${Math.round(loadavg()[0])}, the bench among them. To reach: 0.45 of the bare handler, 2 of agents, and a p99 of at most twice the bare one's.

${byCode}

The same for a tool that asks an API, which runs without a sandbox; the API answers from the bench's own process.

${byApi}`;
}
