// What an import takes in workerd: CPU time by the kernel, heap by the inspector, in an isolate of
// its own. The kernel's figures are those of Linux.
import { readdirSync, readFileSync } from 'node:fs';

import { Miniflare, convertV4MiniflareOptions } from 'miniflare';
import { rolldown } from 'rolldown';

import { findFreePort } from '../setup/free-port.ts';
import { benchDocuments } from './bench-documents.mjs';
import { mb, median, ms, table } from './timing.mjs';

const RUNS = 5;
const ENTRY = 'tests/bench/import-worker.mjs';
/** Between two looks at the heap; they are answered when the import gives way. */
const LOOK_MS = 5;

export async function measureImport() {
  const script = await bundle();
  const rows = [];
  for (const document of benchDocuments()) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await importOnce(script, document.file));
    const of = (figure) => median(runs.map((one) => one[figure]));
    rows.push([
      document.name,
      `${Math.round(document.bytes / 1000)} kB`,
      of('tools'),
      of('reports'),
      ms(of('cpuMs')),
      ms(Math.min(...runs.map(({ cpuMs }) => cpuMs))),
      mb(Math.max(...runs.map(({ peak }) => peak))),
    ]);
  }
  const head = [
    'document',
    'size',
    'tools',
    'reports of progress',
    'CPU, median',
    'CPU, best',
    'heap, highest seen',
  ];
  return `Each of ${RUNS} runs in a fresh workerd, cold: reading the document's bytes, importing, writing the outcome as JSON. CPU is what the kernel counts for the thread that runs the import, the code's compilation and collections of garbage on it included, what waits for a processor not; the heap is asked for every ${LOOK_MS} ms and answered where the import gives way to report progress, garbage included. An isolate of one's own may take 128 MB; to reach for GitHub's: 500 ms.

${table(head, rows)}`;
}

async function bundle() {
  const build = await rolldown({
    input: ENTRY,
    platform: 'neutral',
    external: [/^cloudflare:/],
    resolve: {
      mainFields: ['module', 'main'],
      conditionNames: ['workerd', 'worker', 'import', 'module', 'default'],
    },
  });
  const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false });
  await build.close();
  return output[0].code;
}

async function importOnce(script, file) {
  const inspectorPort = await findFreePort();
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      modules: [{ type: 'ESModule', path: 'import-worker.mjs', contents: script }],
      compatibilityDate: '2026-10-12',
      inspectorPort,
    }),
  );
  try {
    const url = await worker.ready;
    const inspector = await openInspector(inspectorPort);
    const heaps = [];
    const timer = setInterval(() => {
      void inspector.ask('Runtime.getHeapUsage').then(({ usedSize }) => heaps.push(usedSize));
    }, LOOK_MS);
    const before = threadTimes();
    const response = await fetch(url, { method: 'POST', body: readFileSync(file) });
    const { tools, reports } = await response.json();
    const after = threadTimes();
    clearInterval(timer);
    inspector.close();
    const spent = [...after].map(([thread, time]) => time - (before.get(thread) ?? 0));
    return { tools, reports, cpuMs: Math.max(...spent), peak: Math.max(...heaps) };
  } finally {
    await worker.dispose();
  }
}

/** CPU time so far of each thread of the processes that this one started, in milliseconds. */
function threadTimes() {
  const times = new Map();
  for (const child of readdirSync('/proc').filter(isOwnChild)) {
    for (const thread of readdirSync(`/proc/${child}/task`)) {
      const stat = readFileSync(`/proc/${child}/task/${thread}/schedstat`, 'utf8');
      times.set(thread, Number(stat.split(' ')[0]) / 1_000_000);
    }
  }
  return times;
}

function isOwnChild(name) {
  if (!/^\d+$/.test(name)) return false;
  try {
    // The parent stands behind the name, which may itself have brackets, and the state.
    const [, parent] = /^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
    return Number(parent) === process.pid;
  } catch {
    // It ended meanwhile.
    return false;
  }
}

/** The inspector of the only Worker behind a port. */
async function openInspector(port) {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
  const { webSocketDebuggerUrl } = targets.find(({ id }) => id === 'core:user:');
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')));
  });
  const open = new Map();
  let count = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(data);
    const asked = open.get(id);
    open.delete(id);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve(result);
  });
  return {
    ask: (method, params = {}) =>
      new Promise((resolve, reject) => {
        count += 1;
        open.set(count, { resolve, reject });
        socket.send(JSON.stringify({ id: count, method, params }));
      }),
    close: () => socket.close(),
  };
}
