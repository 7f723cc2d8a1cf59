// What a client receives for tools/list, in bytes on the wire, beside the bare tools.
import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { makeBuild } from '../../scripts/built-files.mjs';
import { ROOT } from '../../scripts/toolchain.mjs';
import { benchDocuments } from './bench-documents.mjs';
import { mb, median, ms, table } from './timing.mjs';

const ROUNDS = 3;
/** Documents that the corpus has under another name. */
const CORPUS_NAMES = { 'github-3.0.json': 'github.com' };

const place = (file) => path.join(ROOT, 'tests', 'corpus', file);
const kb = (bytes) => `${(bytes / 1_024).toFixed(1)} KiB`;

export async function measureToolList() {
  if (!(await makeBuild('cli'))) throw new Error('build/cli.js could not be built');
  const rows = [];
  for (const { name, file } of benchDocuments()) {
    rows.push([name, ...(await measureOne(file)), ...(await measureClient(name))]);
  }
  const head = [
    'document',
    'tools',
    'pages',
    'largest page',
    'all pages',
    'bare',
    'pages / bare',
    'client lists',
    'its first call',
    'its memory',
  ];
  return `Bodies of the answers to \`tools/list\` (revision 2025-11-25, page after page) of \`serve --mock\`. Bare: the JSON of the same tools with nothing but name, description, inputSchema and outputSchema, each schema with the shared definitions that it reaches, as MCP wants it. To reach: at most 1.2 of bare, in pages of at most 256 KiB; a tool that is larger by itself has a page of its own. The client is the official one, over stdio, as a process of its own, median of ${ROUNDS}; its first call compiles the output schemas of the list. To reach: 5 MB for Kubernetes, 500 ms for a first call, 150 MB.

${table(head, rows)}`;
}

/** Time and memory of the official client, in a process of its own. */
async function measureClient(name) {
  const runs = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = [process.execPath, place('serve-stdio.ts'), CORPUS_NAMES[name] ?? name];
    const { stdout } = await promisify(execFile)(process.execPath, [
      place('use-client.mjs'),
      ...server,
    ]);
    runs.push(JSON.parse(stdout));
  }
  const of = (figure) => median(runs.map((run) => run[figure]));
  return [ms(of('listMs')), ms(of('firstCallMs')), mb(of('maxRssKb') * 1_024)];
}

async function measureOne(file) {
  const cli = path.join(ROOT, 'build', 'cli.js');
  const child = spawn(process.execPath, [cli, 'serve', file, '--mock', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const url = await new Promise((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      child.once('close', () => reject(new Error(`${file} is not served`)));
    });
    const pages = await readPages(url);
    const tools = pages.flatMap((page) => page.tools);
    const sizes = pages.map(({ bytes }) => bytes);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    const bare = Buffer.byteLength(
      JSON.stringify(
        tools.map(({ name, description, inputSchema, outputSchema }) => ({
          name,
          description,
          inputSchema,
          outputSchema,
        })),
      ),
    );
    return [
      tools.length,
      pages.length,
      kb(Math.max(...sizes)),
      kb(all),
      kb(bare),
      (all / bare).toFixed(3),
    ];
  } finally {
    child.kill();
  }
}

async function readPages(url) {
  const pages = [];
  let cursor;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params }),
    });
    const text = await response.text();
    const json = /^data: (.*"result".*)$/m.exec(text)?.[1] ?? text;
    const { result } = JSON.parse(json);
    pages.push({ bytes: Buffer.byteLength(text), tools: result.tools });
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  return pages;
}
