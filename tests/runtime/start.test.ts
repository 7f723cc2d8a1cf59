import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { templateFiles } from '#app/blueprint/generate/template.ts';
import { loadSdk } from '#app/runtime/protocol/load-sdk.ts';

import { petstore } from './petstore.ts';

/** What a module imports or passes on, types aside. */
const LOADS = /^(?:import\s+(?!type\b)|export\s+[*{][^;']*\sfrom\s+)[^;']*'([^']+)';$/gm;

/** The modules and packages that are loaded before the first request is there. */
function loadedWith(
  file: string,
  files: ReadonlyMap<string, string> = templateFiles,
  found = new Set<string>(),
): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, from = ''] of (files.get(file) ?? '').matchAll(LOADS)) {
    if (from.startsWith('.')) loadedWith(path.join(path.dirname(file), from), files, found);
    else found.add(from);
  }
  return found;
}

test('re-exports are loaded with their module', () => {
  const files = new Map([
    ['a.ts', "export { b } from './b.ts';\nexport const word = 'c';\n"],
    ['b.ts', "export * from './c.ts';\nexport type { D } from 'only-types';\n"],
    ['c.ts', "import 'some-package';\n"],
  ]);
  expect([...loadedWith('a.ts', files)]).toEqual(['a.ts', 'b.ts', 'c.ts', 'some-package']);
});

test.each(['http.ts', 'worker.ts'])('an exported server starts without the SDK: %s', (entry) => {
  const loaded = [...loadedWith(`src/${entry}`)];
  expect(loaded).toContain('src/runtime/protocol.ts');
  expect(loaded).toContain('@cfworker/json-schema');
  expect(loaded).not.toContain('src/runtime/sdk.ts');
  expect(loaded.filter((each) => each.startsWith('@modelcontextprotocol'))).toEqual([]);
});

test('over stdio it starts with the SDK, which is needed there', () => {
  expect([...loadedWith('src/stdio.ts')]).toContain('@modelcontextprotocol/server/stdio');
});

test('an exported server preloads exactly what it did not load at its start', async () => {
  await loadSdk();
  const lazily = /(?<=import\('\.\/)[^']+/g;
  const ahead = templateFiles.get('src/runtime/protocol.ts')?.match(lazily) ?? [];
  expect([...new Set(ahead)]).toEqual(['sdk.ts']);
  expect([...loadedWith('src/runtime/sdk.ts')]).toContain('@modelcontextprotocol/server');
});

/** An exported server in a folder where only these packages are installed. */
function exportWith(packages: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'server-'));
  for (const [file, text] of templateFiles) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
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
