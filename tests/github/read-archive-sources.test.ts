import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { readArchiveSources } from '#app/github/imports/read-archive-sources.server.ts';
import { readRepositoryAddress } from '#app/github/imports/repository-address.ts';

const BLOCK = 512;

/** A file of an archive; `type` as in its header. */
function entry(path: string, text: string, type = '0'): Buffer {
  const header = Buffer.alloc(BLOCK);
  const bytes = Buffer.from(text);
  header.write(path.slice(0, 100), 0);
  header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write(type, 156);
  return Buffer.concat([header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]);
}

const END = Buffer.alloc(2 * BLOCK);

async function read(bytes: Buffer, folder = '') {
  const { body } = new Response(new Uint8Array(bytes));
  if (body === null) throw new Error('no body');
  return readArchiveSources(body, folder);
}

async function pathsOf(...entries: Buffer[]): Promise<string[]> {
  const sources = await read(gzipSync(Buffer.concat([...entries, END])));
  return sources.ok ? sources.value.files.map(({ path }) => path) : [];
}

test('code is read out of an archive, with long names in either way that archives have them', async () => {
  const long = `top/src/${'folder/'.repeat(30)}long.ts`;
  const line = ` path=${long}\n`;
  const pax = `${line.length + 3}${line}`;
  const paths = await pathsOf(
    entry('pax_global_header', '52 comment=0000000000000000000000000000000000000000\n', 'g'),
    entry('top/', '', '5'),
    entry('top/src/a.ts', 'export {};'),
    entry('top/README.md', '# no code'),
    entry('header', pax, 'x'),
    entry('short', 'export {};'),
    entry('././@LongLink', `${long.replace('long', 'gnu')}\0`, 'L'),
    entry('short', 'export {};'),
    entry('top/src/b.ts', 'export {};'),
  );
  const inside = long.slice('top/'.length);
  expect(paths).toEqual(['src/a.ts', inside, inside.replace('long', 'gnu'), 'src/b.ts']);
});

test('paths that lead out of the repository are passed over', async () => {
  const paths = await pathsOf(
    entry('top/../../etc/evil.ts', 'x'),
    entry('top//double.ts', 'x'),
    entry('top/a\\b.ts', 'x'),
    entry('top/./dot.ts', 'x'),
    entry('root.ts', 'x'),
    entry('top/fine.ts', 'x'),
  );
  expect(paths).toEqual(['fine.ts']);
});

test('what is no archive, or ends too early, is told', async () => {
  const whole = gzipSync(Buffer.concat([entry('top/a.ts', 'x'.repeat(5_000)), END]));
  const failure = { ok: false, reason: 'archiveUnreadable' };
  expect(await read(Buffer.from('<html>not found</html>'))).toEqual(failure);
  expect(await read(whole.subarray(0, whole.length - 20))).toEqual(failure);
  expect(await read(gzipSync(entry('top/a.ts', 'x'.repeat(5_000)).subarray(0, 1_000)))).toEqual(
    failure,
  );
  expect(await read(gzipSync(Buffer.from('plain text that is no archive, '.repeat(40))))).toEqual(
    failure,
  );
});

test('GitHub stops sending what is no archive', async () => {
  let isCancelled = false;
  const line = gzipSync(Buffer.from('plain text that is no archive, '.repeat(40)));
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(new Uint8Array(line)),
    cancel: () => void (isCancelled = true),
  });
  expect(await readArchiveSources(body, '')).toMatchObject({ reason: 'archiveUnreadable' });
  await expect.poll(() => isCancelled).toBe(true);
});

test('addresses of repositories are read as people copy them', () => {
  const at = (text: string) => readRepositoryAddress(text);
  const plain = { owner: 'octo-dev', name: 'weather.mcp', place: [] };
  for (const text of [
    'https://github.com/octo-dev/weather.mcp',
    ' http://www.github.com/octo-dev/weather.mcp.git ',
    'github.com/octo-dev/weather.mcp/issues/4',
    'git@github.com:octo-dev/weather.mcp.git',
    'https://github.com/octo-dev/weather.mcp?tab=readme-ov-file#use',
  ]) {
    expect(at(text)).toEqual(plain);
  }
  expect(at('https://github.com/a/b/tree/feature/x/src/%C3%A4')?.place).toEqual([
    'feature',
    'x',
    'src',
    'ä',
  ]);
  for (const text of [
    '',
    'weather',
    'https://gitlab.com/a/b',
    'https://github.com.evil.example/a/b',
    'https://github.com/a',
    'https://github.com/a/..',
    'https://github.com/settings/profile',
    'https://github.com/a/b/tree/%2e%2e/c',
    'https://github.com/a/b/tree/main/x%00',
    'https://github.com/a/b/tree/main/x%3Fy',
  ]) {
    expect(at(text)).toBeNull();
  }
});
