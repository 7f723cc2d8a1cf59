// Calls of one small tool per second: the generated server, its peers, and what the platform itself
// takes for such an exchange; in workerd and on Node, in turns.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { runnerImport } from 'vite';

import { ROOT, runTool } from '../../../scripts/toolchain.mjs';
import { projectTemplate } from '../../../scripts/project-template.ts';
import { processCpu } from '../process-cpu.mjs';
import { median, table } from '../timing.mjs';
import { bundleWorker } from './bundle-worker.mjs';
import { ECHO_BLUEPRINT } from './echo-blueprint.mjs';
import { LEGACY, MODERN, toEchoRequest } from './echo-request.mjs';

const HERE = path.join(ROOT, 'tests/bench/throughput');
const WORK = path.join(ROOT, '.cache/bench/throughput');
const PROJECT = path.join(WORK, 'project');
const CONNECTIONS = 20;
const ROUNDS = 7;
const SECONDS = 2;
const FIRST_PORT = 18_700;

/** The peers log nothing. */
const QUIET = { LOG_LEVEL: 'warn' };

const WORKERS = [
  { label: 'a bare handler', file: 'bare-worker.mjs', era: MODERN },
  { label: 'ours, 2026-07-28', entry: 'src/worker.ts', era: MODERN, variables: QUIET },
  { label: 'ours, 2025 without session', entry: 'src/worker.ts', era: LEGACY, variables: QUIET },
  { label: 'ours, each call logged', entry: 'src/worker.ts', era: MODERN },
  { label: '@modelcontextprotocol/server 2.4.0', file: 'sdk-worker.mjs', era: MODERN },
  { label: 'agents 0.32.0', file: 'agents-worker.mjs', era: MODERN },
  { label: 'mcp-lite 0.10.0, 2025', file: 'lite-worker.mjs', era: LEGACY },
];
const OURS = [path.join(PROJECT, 'dist/http.js')];
const NODES = [
  { label: 'ours, 2026-07-28', args: OURS, era: MODERN, variables: QUIET },
  { label: 'ours, 2025 without session', args: OURS, era: LEGACY, variables: QUIET },
  { label: 'ours, each call and request logged', args: OURS, era: MODERN },
  {
    label: 'SDK 1.32.2 on express 5',
    args: [path.join(HERE, 'servers/sdk1-node.mjs')],
    era: LEGACY,
  },
  {
    label: 'mcp-lite 0.10.0 on Hono',
    args: [path.join(HERE, 'servers/lite-node.mjs')],
    era: LEGACY,
  },
];

/** Writes the generated server and builds it as its user does. */
async function writeProject() {
  rmSync(WORK, { recursive: true, force: true });
  const { module } = await runnerImport('/app/blueprint/generate/generate.ts', {
    configFile: false,
    plugins: [projectTemplate()],
  });
  const { DEFAULT_POLICIES } = await import('../../../app/blueprint/blueprint.ts');
  for (const file of module.generate({ ...ECHO_BLUEPRINT, policies: DEFAULT_POLICIES })) {
    const target = path.join(PROJECT, file.path);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, file.text);
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(PROJECT, 'node_modules'));
  const { code } = await runTool('tsc', ['--project', path.join(PROJECT, 'tsconfig.json')]);
  if (code !== 0) throw new Error('The generated project cannot be built.');
}

async function startWorkerd() {
  const services = [];
  const sockets = [];
  for (const [index, { file, entry, variables = {} }] of WORKERS.entries()) {
    const input = file ? path.join(HERE, 'servers', file) : path.join(PROJECT, entry);
    writeFileSync(path.join(WORK, `worker-${index}.mjs`), await bundleWorker(input));
    services.push(`(name = "w${index}", worker = (
      modules = [(name = "worker.mjs", esModule = embed "worker-${index}.mjs")],
      bindings = [${toBindings(variables)}],
      compatibilityDate = "2026-10-12", compatibilityFlags = ["nodejs_compat"]))`);
    sockets.push(
      `(name = "s${index}", address = "127.0.0.1:${FIRST_PORT + index}", http = (), service = "w${index}")`,
    );
  }
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [${services.join(',\n')}], sockets = [${sockets.join(',\n')}]);
`;
  writeFileSync(path.join(WORK, 'config.capnp'), config);
  const binary = path.join(ROOT, 'node_modules/workerd/bin/workerd');
  return spawn(binary, ['serve', path.join(WORK, 'config.capnp')], { stdio: 'ignore' });
}

function toBindings(variables) {
  return Object.entries(variables)
    .map(([name, text]) => `(name = "${name}", text = "${text}")`)
    .join(', ');
}

function startNode({ args, variables }, port) {
  const env = { ...process.env, ...variables, PORT: String(port), NODE_ENV: 'production' };
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'ignore'] });
}

/** Waits until the server answers, and makes sure that it says what it was told. */
async function checkEcho(label, request) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      const response = await fetch(request.url, request);
      const text = await response.text();
      if (response.status === 200 && text.includes('lazy dog') && !text.includes('isError')) return;
      throw new Error(`${label} answered ${response.status}: ${text.slice(0, 300)}`);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await sleep(100);
    }
  }
  throw new Error(`${label} does not answer.`);
}

/** What each takes, round by round in turns: requests per second, and CPU of its process for one. */
async function race(servers, ports, pids) {
  const { default: autocannon } = await import('autocannon');
  const requests = servers.map((server, index) =>
    toEchoRequest(`http://127.0.0.1:${ports[index]}/mcp`, server),
  );
  for (const [index, { label }] of servers.entries()) await checkEcho(label, requests[index]);
  const runs = servers.map(() => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, request] of requests.entries()) {
      const options = { ...request, connections: CONNECTIONS, duration: round < 0 ? 1 : SECONDS };
      const before = processCpu(pids[index]);
      const { non2xx, errors, requests: answered } = await autocannon(options);
      const failed = non2xx + errors;
      if (failed > 0) throw new Error(`${servers[index].label}: ${failed} requests failed`);
      const cpuMs = (processCpu(pids[index]) - before) / answered.total;
      if (round >= 0) runs[index].push({ rate: answered.average, cpuMs });
    }
  }
  return runs;
}

/** Ratios are medians of those within a round, so that what else the machine does counts least. */
function toRows(servers, runs, first) {
  return servers.map(({ label }, index) => {
    const ratio = (of) => median(runs[index].map((run, round) => of(run, runs[first][round])));
    return [
      label,
      String(Math.round(median(runs[index].map(({ rate }) => rate)))),
      ratio((own, other) => own.rate / other.rate).toFixed(2),
      `${Math.round(median(runs[index].map(({ cpuMs }) => cpuMs * 1_000)))} µs`,
      ratio((own, other) => other.cpuMs / own.cpuMs).toFixed(2),
    ];
  });
}

export async function measureThroughput() {
  await writeProject();
  const workerd = await startWorkerd();
  let inWorkerd;
  try {
    inWorkerd = await race(
      WORKERS,
      WORKERS.map((_, index) => FIRST_PORT + index),
      WORKERS.map(() => workerd.pid),
    );
  } finally {
    workerd.kill('SIGKILL');
  }
  const ports = NODES.map((_, index) => FIRST_PORT + 50 + index);
  const processes = NODES.map((node, index) => startNode(node, ports[index]));
  let onNode;
  try {
    onNode = await race(
      NODES,
      ports,
      processes.map(({ pid }) => pid),
    );
  } finally {
    for (const each of processes) each.kill('SIGKILL');
  }
  const lite = NODES.findIndex(({ label }) => label.startsWith('mcp-lite'));
  const head = (where, first) => [
    where,
    'calls per second',
    first,
    'CPU of a call',
    `by CPU, ${first}`,
  ];
  return `\`tools/call\` of a tool that says its argument again, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s in turns, ratios within a round; load and servers share the machine. CPU is that of the server's process. To reach: 0.75 of a bare handler with each call logged, and 1.2 of mcp-lite on Node.

${table(head('in workerd', 'the bare handler being 1'), toRows(WORKERS, inWorkerd, 0))}

${table(head('on Node', 'mcp-lite being 1'), toRows(NODES, onNode, lite))}`;
}
