import { gzipSync } from 'node:zlib';

import { zipSync, type Zippable } from 'fflate';

import { leavesOf } from '../git/compare.ts';
import { findCommit } from '../git/find-commit.ts';
import { readObject } from '../git/git-objects.ts';
import type { Leaf } from '../git/trees.ts';
import type { Repository, World } from '../world.ts';

import { findReadable } from './find-readable.ts';

const PATH = /^\/([\w-]+)\/([\w.-]+)\/(?:legacy\.)?(tar\.gz|zip)\/(.+)$/;

/** `codeload.github.com`: all files of a commit in one; null: no request for such an archive. */
export function serveArchive(request: Request, worlds: World[]): Response | null {
  const url = new URL(request.url);
  const [, owner = '', name = '', kind = '', ref = ''] = PATH.exec(url.pathname) ?? [];
  if (kind === '') return null;
  const repository =
    findByToken(worlds, url.searchParams.get('token')) ??
    findReadable(worlds, request, owner, name);
  const commit =
    repository === null
      ? null
      : findCommit(repository, decodeURIComponent(ref).replace(/^refs\//, ''));
  if (repository === null || commit === null) return new Response('Not Found', { status: 404 });
  const folder = `${repository.owner}-${repository.name}-${commit.slice(0, 7)}`;
  const leaves = leavesOf(repository, commit);
  const bytes =
    kind === 'zip' ? toZip(repository, folder, leaves) : toTar(repository, folder, leaves);
  const type = kind === 'zip' ? 'application/zip' : 'application/x-gzip';
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
}

/** The token that the API put into the address. */
function findByToken(worlds: World[], token: string | null): Repository | null {
  const [, id = ''] = /^archive-(\d+)$/.exec(token ?? '') ?? [];
  const found = worlds.map(({ repositories }) => repositories[id]);
  return found.find((each) => each !== undefined) ?? null;
}

const contentOf = (repository: Repository, { sha }: Leaf) =>
  readObject(repository, sha, 'blob') ?? Buffer.alloc(0);

const LINK = 0o120777;
/** Left of the mode are sixteen bits of DOS. */
const UNIX = 65_536;

function toZip(repository: Repository, folder: string, leaves: Map<string, Leaf>): Uint8Array {
  const files: Zippable = {};
  for (const [path, leaf] of leaves) {
    if (leaf.mode === '160000') continue;
    const bytes = new Uint8Array(contentOf(repository, leaf));
    const attrs = (leaf.mode === '120000' ? LINK : Number.parseInt(leaf.mode, 8)) * UNIX;
    files[`${folder}/${path}`] = [bytes, { os: 3, attrs }];
  }
  return zipSync(files);
}

const BLOCK = 512;

function toTar(repository: Repository, folder: string, leaves: Map<string, Leaf>): Uint8Array {
  const parts: Buffer[] = [];
  for (const [path, leaf] of leaves) {
    if (leaf.mode === '160000') continue;
    const content = contentOf(repository, leaf);
    const isLink = leaf.mode === '120000';
    parts.push(
      toHeader(`${folder}/${path}`, leaf.mode, isLink ? content.toString() : null, content.length),
    );
    if (!isLink) parts.push(content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK));
  }
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]));
}

/** A header of the format ustar: https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html */
function toHeader(name: string, mode: string, target: string | null, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const slash = name.length > 100 ? name.lastIndexOf('/', 155) : -1;
  header.write(name.slice(slash + 1), 0, 100);
  header.write(`0000${mode.slice(-3)}\0`, 100);
  header.write('0000000\0'.repeat(2), 108);
  const length = target === null ? size : 0;
  header.write(`${length.toString(8).padStart(11, '0')}\0`, 124);
  header.write(`${'0'.repeat(11)}\0`, 136);
  header.write(' '.repeat(8), 148);
  header.write(target === null ? '0' : '2', 156);
  header.write(target ?? '', 157, 100);
  header.write('ustar\u000000', 257);
  if (slash !== -1) header.write(name.slice(0, slash), 345, 155);
  const sum = header.reduce((total: number, byte: number) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
