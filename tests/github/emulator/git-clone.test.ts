import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { serveGithubPages } from '../../fakes/github/answer-github.ts';

import { fetchGithub, openWorld } from './open-world.ts';

const run = promisify(execFile);
const world = openWorld('clone');
const at = { name: 'mixed' };
let folder: string;
let pages: Awaited<ReturnType<typeof serveGithubPages>>;
let sha: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'clone-'));
  pages = await serveGithubPages();
  await world.control.addRepository({
    ...at,
    isPrivate: true,
    files: { 'README.md': '# Mixed\n' },
  });
  sha = await world.control.commit({
    ...at,
    files: {
      'crlf.txt': 'one\r\ntwo\r\n',
      'bytes.bin': { base64: Buffer.from([0, 255, 13, 10]).toString('base64') },
      'run.sh': { text: '#!/bin/sh\n', mode: '100755' },
      link: { text: 'README.md', mode: '120000' },
      'a/b/c.txt': 'deep\n',
      'ünï.txt': 'letters\n',
    },
  });
});
afterAll(async () => {
  pages.close();
  await rm(folder, { recursive: true, force: true });
});

test('git clones a private repository with a token: same names of objects, nothing broken', async () => {
  const { access_token: token } = await world.control.token();
  const address = (who: string) => `${pages.origin.replace('//', `//${who}`)}/octo-dev/mixed.git`;
  await expect(run('git', ['clone', '-q', address('x:wrong@'), `${folder}/no`])).rejects.toThrow();
  const clone = path.join(folder, 'mixed');
  await run('git', ['clone', '-q', address(`x-access-token:${token}@`), clone]);
  const git = async (...args: string[]) => (await run('git', ['-C', clone, ...args])).stdout.trim();
  expect(await git('rev-parse', 'HEAD')).toBe(sha);
  await git('fsck', '--strict');
  expect(await git('log', '--format=%an %s')).toBe(
    'Octavia Dev Edit by hand\nOctavia Dev Initial commit',
  );
  expect(await readFile(path.join(clone, 'crlf.txt'), 'utf8')).toBe('one\r\ntwo\r\n');
  expect([...(await readFile(path.join(clone, 'bytes.bin')))]).toEqual([0, 255, 13, 10]);
  expect(await readlink(path.join(clone, 'link'))).toBe('README.md');
  expect(await git('ls-files', '--stage', 'run.sh')).toMatch(/^100755 /);
});

test('a clone sees what came since', async () => {
  const { access_token: token } = await world.control.token();
  const address = `${pages.origin.replace('//', `//x:${token}@`)}/octo-dev/mixed.git`;
  const clone = path.join(folder, 'later');
  await run('git', ['clone', '-q', address, clone]);
  const later = await world.control.commit({ ...at, files: { 'later.txt': 'later\n' } });
  await run('git', ['-C', clone, 'pull', '-q']);
  expect((await run('git', ['-C', clone, 'rev-parse', 'HEAD'])).stdout.trim()).toBe(later);
});

test('archives and raw files have the same bytes, and a private one asks for a token', async () => {
  const { signIn, control } = world;
  const github = await signIn();
  const place = { owner: 'octo-dev', repo: 'mixed', ref: 'main' };
  const { data } = await github.request('GET /repos/{owner}/{repo}/zipball/{ref}', place);
  const files = unzipSync(new Uint8Array(data as ArrayBuffer));
  const [first = ''] = Object.keys(files);
  const root = first.slice(0, first.indexOf('/'));
  expect(root).toMatch(/^octo-dev-mixed-[0-9a-f]{7}$/);
  expect([...(files[`${root}/bytes.bin`] ?? [])]).toEqual([0, 255, 13, 10]);
  const tar = await github.request('GET /repos/{owner}/{repo}/tarball/{ref}', place);
  const packed = path.join(folder, 'mixed.tar.gz');
  await writeFile(packed, new Uint8Array(tar.data as ArrayBuffer));
  const listed = (await run('tar', ['tzf', packed])).stdout.split('\n');
  expect(listed.filter((each) => each.endsWith('a/b/c.txt'))).toHaveLength(1);
  const raw = 'https://raw.githubusercontent.com/octo-dev/mixed/main/crlf.txt';
  expect((await fetchGithub(raw)).status).toBe(404);
  const { access_token: token } = await control.token();
  const answer = await fetchGithub(raw, { headers: { authorization: `Bearer ${token}` } });
  expect(await answer.text()).toBe('one\r\ntwo\r\n');
});
