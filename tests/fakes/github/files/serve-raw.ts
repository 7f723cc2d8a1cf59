import { leavesOf } from '../git/compare.ts';
import { findCommit } from '../git/find-commit.ts';
import { readObject } from '../git/git-objects.ts';
import type { Repository, World } from '../world.ts';

import { findReadable } from './find-readable.ts';

/** Parts of the site that begin as files do. */
const PAGES = /^(pull|pulls|tree|blob|commit|commits|compare|settings|actions|info)$/;
const TYPE = { 'content-type': 'text/plain; charset=utf-8' };

/** `raw.githubusercontent.com`: `/owner/name/ref/path`, where ref is a branch, a tag or a commit; null: no file. */
export function serveRaw(request: Request, worlds: World[]): Response | null {
  const { pathname } = new URL(request.url);
  const [, owner = '', name = '', ...rest] = pathname.split('/').map(decode);
  if (rest.length < 2 || PAGES.test(rest[0] ?? '') || request.method !== 'GET') return null;
  const repository = findReadable(worlds, request, owner, name);
  const content = repository === null ? null : findFile(repository, rest);
  if (content === null) return new Response('404: Not Found', { status: 404, headers: TYPE });
  return new Response(new Uint8Array(content), { headers: TYPE });
}

/** Names of branches may have slashes: the shortest that fits is meant. */
function findFile(repository: Repository, parts: string[]): Buffer | null {
  for (let length = 1; length < parts.length; length += 1) {
    const ref = parts
      .slice(0, length)
      .join('/')
      .replace(/^refs\//, '');
    const commit = findCommit(repository, ref);
    const leaf =
      commit === null ? undefined : leavesOf(repository, commit).get(parts.slice(length).join('/'));
    if (leaf !== undefined) return readObject(repository, leaf.sha, 'blob');
  }
  return null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
