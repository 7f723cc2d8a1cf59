import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { generate } from '#app/blueprint/generate/generate.ts';
import { withSavedTests } from '#app/blueprint/generate/saved-test-files.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import { WRITTEN_FILES } from '#app/cli/written-files.server.ts';

import { buildCli, newDirectory, runCli, spec } from './run-cli.ts';

const petstore = spec('petstore-3.0.json');

beforeAll(buildCli, 60_000);

/** The files of a project, without the list of them that the command line keeps. */
function readAll(directory: string): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((entry) => entry.isFile() && entry.name !== WRITTEN_FILES)
      .map((entry) => {
        const place = join(entry.parentPath, entry.name);
        return [place.slice(directory.length + 1), readFileSync(place, 'utf8')];
      }),
  );
}

async function expectedFiles(text: string): Promise<Record<string, string>> {
  const imported = await importDocument(text);
  if (!imported.ok) throw new Error(imported.message);
  const files = generate(imported.value.blueprint);
  return Object.fromEntries(files.map(({ path, text: content }) => [path, content]));
}

test('the written project equals the builder’s, file by file', async () => {
  const out = join(newDirectory(), 'new', 'project');
  const { code, stdout, stderr } = await runCli(['generate', petstore, '--out', out]);
  expect(stdout).toMatch(/: 20 tools, \d+ files\n$/);
  expect(stderr).toContain('npm install');
  expect(code).toBe(0);
  expect(readAll(out)).toEqual(await expectedFiles(readFileSync(petstore, 'utf8')));
});

test('the blueprint of an exported project is written with its saved tests', async () => {
  const imported = await importDocument(readFileSync(petstore, 'utf8'));
  if (!imported.ok) throw new Error(imported.message);
  const { blueprint } = imported.value;
  const saved: SavedTest = {
    name: 'Finds a pet',
    tool: 'getPetById',
    upstream: 'any',
    arguments: { petId: 1 },
    expect: { outcome: 'success', checks: [{ path: '$.name', is: 'present' }] },
  };
  const files = withSavedTests(generate(blueprint), blueprint, [saved]);
  const input = files.find(({ path }) => path === 'blueprint.json')?.text ?? '';
  const out = newDirectory();
  expect((await runCli(['generate', '-', '--out', out], { input })).code).toBe(0);
  expect(readAll(out)).toEqual(Object.fromEntries(files.map(({ path, text }) => [path, text])));

  const broken = input.replace('"$.name"', '"name"');
  const refused = await runCli(['generate', '-', '--out', newDirectory()], { input: broken });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('$.tests[0].expect.checks[0].path');
});

test('a document of megabytes, most of them in long characters, gives the same project', async () => {
  const description = 'Reads one. Costs 5 € 😀 and more.'.repeat(40);
  const paths = Array.from({ length: 1_000 }, (_, index) => [
    `/things/${index}`,
    { get: { operationId: `read${index}`, description, responses: {} } },
  ]);
  const document = {
    openapi: '3.0.0',
    info: { title: 'Things', version: '1' },
    servers: [{ url: 'https://things.example' }],
    paths: Object.fromEntries(paths),
  };
  const text = JSON.stringify(document);
  expect(text.length).toBeGreaterThan(1_000_000);
  const directory = newDirectory();
  await writeFile(join(directory, 'things.json'), text);
  const out = join(directory, 'project');
  const { code } = await runCli(['generate', join(directory, 'things.json'), '--out', out]);
  expect(code).toBe(0);
  expect(readAll(out)).toEqual(await expectedFiles(text));
});

test('a document comes through a pipe as well, in YAML', async () => {
  const out = newDirectory();
  const input = readFileSync(spec('petstore-2.0.yaml'), 'utf8');
  const { code } = await runCli(['generate', '-', '--out', out], { input });
  expect(code).toBe(0);
  expect(readAll(out)).toEqual(await expectedFiles(input));
});

test('a file that is a pipe is read to its end', async () => {
  const pipe = join(newDirectory(), 'pipe');
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
  const input = readFileSync(petstore, 'utf8');
  const out = newDirectory();
  const [{ code }] = await Promise.all([
    runCli(['generate', pipe, '--out', out]),
    writeFile(pipe, input),
  ]);
  expect(code).toBe(0);
  expect(readAll(out)).toEqual(await expectedFiles(input));
});

test('--tools serves only these; the others stay in blueprint.json, disabled', async () => {
  const out = newDirectory();
  const { code } = await runCli([
    'generate',
    petstore,
    '--out',
    out,
    '--tools',
    'addPet,getPetById',
  ]);
  expect(code).toBe(0);
  expect(readdirSync(join(out, 'src', 'tools'))).toEqual(['add-pet.ts', 'get-pet-by-id.ts']);
  const { tools } = JSON.parse(readFileSync(join(out, 'blueprint.json'), 'utf8'));
  expect(tools).toHaveLength(20);
});

test('an unknown tool is wrong usage, and nothing is written', async () => {
  const out = newDirectory();
  const args = ['generate', petstore, '--out', out, '--tools', 'addPet,getPetByID2'];
  const { code, stderr } = await runCli(args);
  expect(code).toBe(2);
  expect(stderr).toContain('did you mean "getPetById"');
  expect(readdirSync(out)).toEqual([]);
});

describe('a directory that is in use', () => {
  test('is refused with the reason, before anything is read', async () => {
    const out = newDirectory();
    writeFileSync(join(out, 'README.md'), 'mine');
    const { code, stderr, stdout } = await runCli(['generate', 'nowhere.json', '--out', out]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/not empty.*replaced.*--force/);
    expect(readAll(out)).toEqual({ 'README.md': 'mine' });
  });

  test('is written with --force: the same names are replaced, others stay', async () => {
    const out = newDirectory();
    mkdirSync(join(out, 'notes'));
    writeFileSync(join(out, 'notes', 'own.txt'), 'mine');
    writeFileSync(join(out, 'README.md'), 'mine');
    const { code } = await runCli(['generate', petstore, '--out', out, '--force']);
    expect(code).toBe(0);
    const { 'notes/own.txt': own, ...project } = readAll(out);
    expect(own).toBe('mine');
    expect(project).toEqual(await expectedFiles(readFileSync(petstore, 'utf8')));
  });

  test('loses with --force what an earlier version wrote, and nothing that is anybody else’s', async () => {
    const out = newDirectory();
    const tools = join(out, 'src', 'tools');
    const write = (...more: string[]) => runCli(['generate', petstore, '--out', out, ...more]);
    expect((await write()).code).toBe(0);
    const all = readdirSync(tools).length;
    writeFileSync(join(tools, 'own-tool.ts'), 'mine');
    writeFileSync(join(tools, 'delete-pet.ts'), 'changed');
    const { stderr } = await write('--tools', 'getPetById', '--force');
    expect(readdirSync(tools).toSorted()).toEqual([
      'delete-pet.ts',
      'get-pet-by-id.ts',
      'own-tool.ts',
    ]);
    expect(stderr).toMatch(/Removed \d+ files that the earlier version had\./);
    expect(stderr).toContain('Kept src/tools/delete-pet.ts: this version does not have it');
    // What comes back is written again, the changed file too.
    expect((await write('--force')).code).toBe(0);
    expect(readdirSync(tools)).toHaveLength(all + 1);
    expect(readFileSync(join(tools, 'delete-pet.ts'), 'utf8')).not.toBe('changed');
  });

  test('is believed about its own files only: a list that names others removes nothing', async () => {
    const out = newDirectory();
    const outside = join(newDirectory(), 'precious');
    const linked = newDirectory();
    writeFileSync(outside, 'mine');
    writeFileSync(join(linked, 'file'), 'mine');
    symlinkSync(linked, join(out, 'link'));
    const hash = createHash('sha256').update('mine').digest('hex');
    const names = [outside, relative(out, outside), 'link/file', 'link', '.', '', 'missing'];
    const files = Object.fromEntries(names.map((name) => [name, hash]));
    writeFileSync(join(out, WRITTEN_FILES), JSON.stringify({ files }));
    const { code, stderr } = await runCli(['generate', petstore, '--out', out, '--force']);
    expect(code).toBe(0);
    expect(stderr).not.toContain('Removed');
    expect(readFileSync(outside, 'utf8')).toBe('mine');
    expect(readFileSync(join(linked, 'file'), 'utf8')).toBe('mine');
    writeFileSync(join(out, WRITTEN_FILES), '{"files":');
    expect((await runCli(['generate', petstore, '--out', out, '--force'])).code).toBe(0);
  });

  test('that the file system cannot read is rejected with a sentence', async () => {
    const out = join(newDirectory(), 'x'.repeat(300));
    const { code, stdout, stderr } = await runCli(['generate', petstore, '--out', out]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/cannot be read: ENAMETOOLONG[^\n]*\n[^\n]*$/);
  });

  test('may not be a file', async () => {
    const file = join(newDirectory(), 'file');
    writeFileSync(file, '');
    const { code, stderr } = await runCli(['generate', petstore, '--out', file]);
    expect(code).toBe(2);
    expect(stderr).toContain('is a file');
  });
});

describe('an unusable document exits with 1, says why, and writes nothing', () => {
  test.each([
    { what: 'no file', document: 'nowhere.json', input: '', says: 'no such file' },
    { what: 'no name of a file', document: 'x'.repeat(300), input: '', says: 'ENAMETOOLONG' },
    { what: 'empty', document: '-', input: '', says: 'The document is empty' },
    { what: 'no OpenAPI', document: '-', input: '{"a": 1}', says: 'openapi' },
    { what: 'broken', document: '-', input: '{"openapi": "3.0.0",\n "info" 1}', says: 'line 2' },
    {
      what: 'no operation',
      document: '-',
      input: '{"openapi":"3.1.0","paths":{}}',
      says: 'no operations',
    },
  ])('$what', async ({ document, input, says }) => {
    const out = join(newDirectory(), 'project');
    const { code, stdout, stderr } = await runCli(['generate', document, '--out', out], { input });
    expect(stderr).toContain(says);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(existsSync(out)).toBe(false);
  });
});

test('a file that is larger than any document is not read to its end', async () => {
  const file = join(newDirectory(), 'huge.json');
  writeFileSync(file, '{');
  truncateSync(file, 130_000_000);
  const { code, stdout, stderr } = await runCli(['generate', file, '--out', newDirectory()]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('huge.json is larger than 125 MB');
});

describe('a document at an address', () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Elsewhere', version: '1.0.0' },
    servers: [{ url: '/api' }],
    paths: { '/things': { get: { operationId: 'listThings', responses: {} } } },
  };
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/spec.json' ? 200 : 404;
    response.end(JSON.stringify(document));
  });
  let origin = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  test('is fetched, and its relative server is resolved against that address', async () => {
    const out = newDirectory();
    const { code } = await runCli(['generate', `${origin}/spec.json`, '--out', out]);
    expect(code).toBe(0);
    const { upstreams } = JSON.parse(readFileSync(join(out, 'blueprint.json'), 'utf8'));
    expect(upstreams).toMatchObject([{ baseUrl: `${origin}/api` }]);
  });

  test('that responds with an error, or not at all, is unusable', async () => {
    const missing = await runCli(['generate', `${origin}/none`, '--out', newDirectory()]);
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toContain('status 404');
    const dead = await runCli(['generate', 'http://127.0.0.1:1/x', '--out', newDirectory()]);
    expect(dead).toMatchObject({ code: 1, stdout: '' });
    expect(dead.stderr).toContain('cannot be reached');
  });
});
