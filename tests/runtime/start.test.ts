import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { loadSdk } from '#app/runtime/protocol/load-sdk.ts';

import { petstore } from './petstore.ts';

const TEMPLATE = 'app/blueprint/generate/template/project/src';

/** What a module imports or passes on, types aside. */
const LOADS = /^(?:import\s+(?!type\b)|export\s+[*{][^;']*\sfrom\s+)[^;']*'([^']+)';$/gm;

/** The modules and packages that are loaded before the first request is there. */
function loadedWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, from = ''] of text.matchAll(LOADS)) {
    if (from.startsWith('./runtime/')) loadedWith(path.join('app', from), found);
    else if (from === './server.ts') found.add(from);
    else if (from.startsWith('.')) loadedWith(path.join(path.dirname(file), from), found);
    else found.add(from);
  }
  return found;
}

test('re-exports are loaded with their module', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'start-'));
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  write('a.ts', "export { b } from './b.ts';\nexport const word = 'c';\n");
  write('b.ts', "export * from './c.ts';\nexport type { D } from 'only-types';\n");
  write('c.ts', "import 'some-package';\n");
  const loaded = [...loadedWith(path.join(folder, 'a.ts'))];
  rmSync(folder, { recursive: true });
  expect(loaded.map((each) => path.basename(each))).toEqual([
    'a.ts',
    'b.ts',
    'c.ts',
    'some-package',
  ]);
});

test.each(['http.ts', 'worker.ts'])('an exported server starts without the SDK: %s', (entry) => {
  const loaded = [...loadedWith(`${TEMPLATE}/${entry}`)];
  expect(loaded).toContain('app/runtime/protocol/answer-directly.ts');
  expect(loaded).toContain('@cfworker/json-schema');
  expect(loaded.filter((each) => each.startsWith('@modelcontextprotocol'))).toEqual([]);
});

test('over stdio it starts with the SDK, which is needed there', () => {
  expect([...loadedWith(`${TEMPLATE}/stdio.ts`)]).toContain('@modelcontextprotocol/server/stdio');
});

test('an exported server preloads exactly what it did not load at its start', async () => {
  await loadSdk();
  const ahead = [...loadedWith('app/runtime/protocol/answer-fully.ts')];
  expect(ahead).toContain('@modelcontextprotocol/server');
});

/** An exported server in a folder where only these packages are installed. */
function exportWith(packages: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'server-'));
  cpSync(TEMPLATE, path.join(folder, 'src'), { recursive: true });
  cpSync('app/runtime', path.join(folder, 'src/runtime'), { recursive: true });
  const server = `export const server = ${JSON.stringify(petstore({ tools: [], secrets: [] }))};`;
  writeFileSync(path.join(folder, 'src/server.ts'), server);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  for (const name of packages) {
    const link = path.join(folder, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.resolve('node_modules', name), link);
  }
  return folder;
}

test('an exported server reports an SDK that cannot be loaded, before a client needs it', async () => {
  const folder = exportWith(['@hono/node-server', '@cfworker/json-schema']);
  const env = { PATH: process.env['PATH'], PORT: '0' };
  const child = spawn('node', ['src/http.ts'], { cwd: folder, env });
  try {
    let said = '';
    child.stderr.on('data', (text) => (said += String(text)));
    await expect.poll(() => said, { timeout: 20_000 }).toContain('"message":"The MCP SDK cannot');
    const [address = ''] = /http:\/\/[\d.:]+/.exec(said) ?? [];
    const ready = await fetch(`${address}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      expect.objectContaining({ status: 'incomplete' }),
    ]);
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
    expect(child.exitCode).toBe(null);
  } finally {
    child.kill();
    rmSync(folder, { recursive: true });
  }
});
