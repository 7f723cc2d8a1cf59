// How long an exported project takes from its start to its first tools/list.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';

import { makeBuild } from '../../scripts/built-files.mjs';
import { ROOT, runTool } from '../../scripts/toolchain.mjs';
import { benchDocuments } from './bench-documents.mjs';
import { processCpu } from './process-cpu.mjs';
import { median, ms, table } from './timing.mjs';

const ROUNDS = 7;

export async function measureStart() {
  if (!(await makeBuild('cli'))) throw new Error('build/cli.js could not be built');
  const projects = [];
  for (const document of benchDocuments()) projects.push(await buildProject(document));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { directory, times } of projects) {
      const took = await startOnce(directory);
      if (round >= 0) times.push(took);
    }
  }
  const rows = projects.map(({ name, times }) => [
    name,
    ms(median(times.map(({ listening }) => listening))),
    ms(median(times.map(({ listed }) => listed))),
    ms(median(times.map(({ cpuMs }) => cpuMs))),
  ]);
  for (const { directory } of projects) rmSync(directory, { recursive: true, force: true });
  return `\`node dist/http.js\` of the project as its own \`npm run build\` leaves it; medians of ${ROUNDS} interleaved rounds after one that does not count. CPU is that of all threads of the process until then, which other work on the machine lengthens less. To reach: 200 ms for 20 tools, 300 ms for a thousand.

${table(['project of', 'listens', 'answered its first tools/list', 'CPU'], rows)}`;
}

export async function buildProject({ name, file }) {
  const directory = mkdtempSync(path.join(tmpdir(), 'bench-start-'));
  const cli = path.join(ROOT, 'build', 'cli.js');
  const { code } = await runTool('node', [cli, 'generate', file, '--out', directory]);
  if (code !== 0) throw new Error(`${name} gives no project`);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(directory, 'node_modules'));
  const built = await runTool('tsc', ['--project', path.join(directory, 'tsconfig.json')]);
  if (built.code !== 0) throw new Error(`${name} does not compile:\n${built.output}`);
  const list = path.join(directory, 'dist', 'build-list.js');
  const listed = await runTool('node', [list]);
  if (listed.code !== 0) throw new Error(`${name} has no list:\n${listed.output}`);
  return { name, directory, times: [] };
}

export async function startOnce(directory) {
  const before = performance.now();
  const child = spawn(process.execPath, [path.join('dist', 'http.js')], {
    cwd: directory,
    env: { PATH: process.env.PATH, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const url = await new Promise((resolve, reject) => {
      createInterface({ input: child.stderr }).on('line', (line) => {
        const found = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(line);
        if (found) resolve(found[0]);
      });
      child.once('close', () => reject(new Error(`the server in ${directory} ended`)));
    });
    const listening = performance.now() - before;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
    const text = await response.text();
    if (!text.includes('"tools"')) throw new Error(`no list of tools: ${text.slice(0, 200)}`);
    return { listening, listed: performance.now() - before, cpuMs: processCpu(child.pid) };
  } finally {
    child.kill();
  }
}
