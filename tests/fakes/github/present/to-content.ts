import { readObject } from '../git/git-objects.ts';
import { findTree } from '../git/find-tree.ts';
import type { Leaf } from '../git/trees.ts';
import { refusal } from '../github-refusal.ts';
import { ok, type Answer, type Call } from '../operation.ts';
import type { Repository } from '../world.ts';

/** Above this, content is given as raw bytes only; above the second, not at all. */
const MOST_IN_JSON = 1_000_000;
const MOST_BYTES = 100_000_000;

interface Place {
  path: string;
  ref: string;
  leaf: Leaf;
}

/** A file, a link or a submodule of the contents API. */
export function toFile(call: Call, repository: Repository, place: Place): Answer {
  const { path, ref, leaf } = place;
  const basics = toBasics(call, repository, { path, ref, sha: leaf.sha, kind: 'blob' });
  if (leaf.mode === '160000') {
    const url = `${call.at.web}/${repository.owner}/${repository.name}.git`;
    return ok({
      ...basics,
      type: 'submodule',
      size: 0,
      submodule_git_url: url,
      download_url: null,
    });
  }
  const content = readObject(repository, leaf.sha, 'blob') ?? Buffer.alloc(0);
  if (content.length > MOST_BYTES) {
    throw refusal(403, 'This API returns blobs up to 100 MB in size.');
  }
  if (call.accept.includes('raw')) return { status: 200, text: content };
  const { length: size } = content;
  if (leaf.mode === '120000') {
    return ok({ ...basics, type: 'symlink', size, target: content.toString() });
  }
  const isShown = size <= MOST_IN_JSON;
  return ok({
    ...basics,
    type: 'file',
    size,
    content: isShown ? content.toString('base64').replace(/.{60}/g, '$&\n') : '',
    encoding: isShown ? 'base64' : 'none',
  });
}

/** What a folder has, without what is in its files. */
export function listFolder(
  call: Call,
  repository: Repository,
  {
    leaves,
    folder,
    ref,
    commit,
  }: { leaves: Map<string, Leaf>; folder: string; ref: string; commit: string },
): object[] {
  const prefix = folder === '' ? '' : `${folder.replace(/\/$/, '')}/`;
  const seen = new Set<string>();
  const entries: object[] = [];
  for (const [path, leaf] of leaves) {
    if (!path.startsWith(prefix)) continue;
    const [name = '', ...below] = path.slice(prefix.length).split('/');
    if (seen.has(name)) continue;
    seen.add(name);
    const at = `${prefix}${name}`;
    if (below.length > 0) {
      const sha = findTree(repository, commit, at) ?? '';
      const basics = toBasics(call, repository, { path: at, ref, sha, kind: 'tree' });
      entries.push({ ...basics, type: 'dir', size: 0, download_url: null });
      continue;
    }
    const basics = toBasics(call, repository, { path: at, ref, sha: leaf.sha, kind: 'blob' });
    const type = leaf.mode === '120000' ? 'symlink' : 'file';
    entries.push({ ...basics, type, size: repository.objects[leaf.sha]?.size ?? 0 });
  }
  return entries;
}

function toBasics(
  { at }: Call,
  { owner, name }: Repository,
  { path, ref, sha, kind }: { path: string; ref: string; sha: string; kind: 'blob' | 'tree' },
) {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const url = `${at.api}/repos/${owner}/${name}/contents/${encoded}?ref=${ref}`;
  const git = `${at.api}/repos/${owner}/${name}/git/${kind}s/${sha}`;
  const html = `${at.web}/${owner}/${name}/${kind}/${ref}/${encoded}`;
  return {
    name: path.split('/').at(-1) ?? path,
    path,
    sha,
    url,
    html_url: html,
    git_url: git,
    download_url: `https://raw.githubusercontent.com/${owner}/${name}/${ref}/${encoded}`,
    _links: { self: url, git, html },
  };
}
