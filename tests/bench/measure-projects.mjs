// From a document to a project, as whole processes: ours, a peer's, and a bare parse of the same.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

import { makeBuild } from '../../scripts/built-files.mjs';
import { ROOT } from '../../scripts/toolchain.mjs';
import { benchDocuments } from './bench-documents.mjs';
import { mb, median, ms, table } from './timing.mjs';

const ROUNDS = 5;
/**
 * On the disk, as users have it. Removed at the end only: ext4 searches long for a free inode where many files
 * were removed shortly before.
 */
const PLACE = path.join(ROOT, '.cache', 'bench-projects');
const PEERS = path.join(ROOT, 'tests', 'bench', 'peers');
const PEER = path.join(PEERS, 'node_modules/openapi-mcp-generator/bin/openapi-mcp-generator.js');

const WAYS = {
  ours: (file, out) => [path.join(ROOT, 'build', 'cli.js'), 'generate', file, '--out', out],
  peer: (file, out) => [PEER, '--input', file, '--output', out, '--force'],
  bare: (file) => [path.join(PEERS, 'bare-parse.mjs'), file],
  node: () => ['--eval', '1'],
};

export async function measureProjects() {
  if (!(await makeBuild('cli'))) throw new Error('build/cli.js could not be built');
  const rows = [];
  mkdirSync(PLACE, { recursive: true });
  try {
    for (const document of benchDocuments()) rows.push(await measureOne(document));
  } finally {
    rmSync(PLACE, { recursive: true, force: true });
  }
  const head = [
    'document',
    'size',
    'ours',
    'peer',
    'bare',
    'ours / peer',
    'ours / bare',
    'CPU: ours',
    'peer',
    'bare',
    'memory: ours',
    'peer',
    'bare',
    'ours / bare',
  ];
  return `The built command line (\`generate\`), openapi-mcp-generator 4.0.1, and a bare process that reads, parses and walks the document; medians of ${ROUNDS} interleaved rounds after one that does not count, wall time of the whole process, an empty one being \`node --eval 1\`. Projects are written to the disk, and removed only after all rounds. Ours is all files of a project with a module and test cases for each tool, the peer's one module for all tools. A bare process parses YAML with the package yaml, the peer with js-yaml. To reach: ours / peer at most 0.8; ours / bare at most 2.5 above 200 kB; GitHub's memory at most 1.3 of bare.

${table(head, rows)}`;
}

async function measureOne({ name, file, bytes }) {
  const runs = { ours: [], peer: [], bare: [], node: [] };
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [way, toArgs] of Object.entries(WAYS)) {
      const run = await runOnce(toArgs, file);
      if (round >= 0) runs[way].push(run);
    }
  }
  const of = (way, figure) => median(runs[way].map((run) => run[figure]));
  const failed = Object.keys(runs).filter((way) => runs[way].some(({ code }) => code !== 0));
  const marked = (way, text) => (failed.includes(way) ? `${text} (fails)` : text);
  const figures = (figure, write) =>
    ['ours', 'peer', 'bare'].map((way) => marked(way, write(of(way, figure))));
  const ratio = (figure, other) => (of('ours', figure) / of(other, figure)).toFixed(2);
  console.log(name, `empty process ${ms(of('node', 'wallMs'))}`);
  return [
    name,
    `${Math.round(bytes / 1000)} kB`,
    ...figures('wallMs', ms),
    ratio('wallMs', 'peer'),
    ratio('wallMs', 'bare'),
    ...figures('cpuMs', ms),
    ...figures('maxRss', mb),
    ratio('maxRss', 'bare'),
  ];
}

async function runOnce(toArgs, file) {
  const directory = mkdtempSync(path.join(PLACE, 'bench-'));
  const args = ['--import', path.join(PEERS, 'report-usage.mjs')];
  const before = performance.now();
  const child = spawn(process.execPath, [...args, ...toArgs(file, path.join(directory, 'out'))], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const wallMs = performance.now() - before;
  const { maxRssKb, cpuMs } = JSON.parse(/^usage (\{.*\})$/m.exec(said)?.[1] ?? 'null') ?? {};
  return { code, wallMs, cpuMs, maxRss: maxRssKb * 1_024 };
}
