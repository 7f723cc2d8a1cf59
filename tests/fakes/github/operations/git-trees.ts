import * as z from 'zod';

import { permissionAt, requireRepository, requireWritable } from '../access.ts';
import { readCommit } from '../git/commits.ts';
import { findCommit } from '../git/find-commit.ts';
import { hasObject, writeObject } from '../git/git-objects.ts';
import { buildTree, flattenTree, readTree, type Leaf, type Mode } from '../git/trees.ts';
import { notAccessible, notFound, refusal } from '../github-refusal.ts';
import { created, ok, readBody, type Call, type Operation } from '../operation.ts';
import type { Repository } from '../world.ts';

import { addressOf, requireCommits } from './git-blobs.ts';

const Entry = z.object({
  path: z.string(),
  mode: z.enum(['100644', '100755', '120000', '040000', '160000']).default('100644'),
  type: z.enum(['blob', 'tree', 'commit']).optional(),
  sha: z.string().nullish(),
  content: z.string().optional(),
});
const NewTree = z.object({ tree: z.array(Entry), base_tree: z.string().optional() });

export const treeOperations: Operation[] = [
  { method: 'POST', path: '/repos/{owner}/{repo}/git/trees', run: create },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/git/trees/{tree_sha}',
    run: (call) => {
      const repository = requireCommits(requireRepository(call));
      const sha = findTree(repository, call.path['tree_sha'] ?? '');
      if (sha === null) throw notFound();
      return ok(present(call, repository, sha, call.query.has('recursive')));
    },
  },
];

/** A tree by its own name, or of a commit. */
export function findTree(repository: Repository, name: string): string | null {
  if (hasObject(repository, name, 'tree')) return name;
  const commit = findCommit(repository, name);
  return commit === null ? null : (readCommit(repository, commit)?.tree ?? null);
}

function create(call: Call) {
  const repository = requireCommits(requireWritable(call, 'contents'));
  const { tree: entries, base_tree: base } = readBody(NewTree, call);
  if (entries.length === 0) throw refusal(422, 'Invalid tree info');
  const from = base === undefined ? null : findTree(repository, base);
  if (base !== undefined && from === null) throw notFound();
  const leaves = new Map<string, Leaf>(from === null ? [] : flattenTree(repository, from));
  for (const entry of entries) {
    requirePath(entry.path);
    requireWorkflows(call, repository, entry.path);
    if (entry.sha === null) removeEntry(leaves, entry.path);
    else putEntry(repository, leaves, entry);
  }
  return created(present(call, repository, buildTree(repository, leaves), false));
}

function requirePath(path: string): void {
  const parts = path.split('/');
  if (path.startsWith('/')) throw refusal(422, 'tree.path cannot start with a slash');
  if (parts.some((part) => part === '' || /^\.{1,2}$|^\.git$|\0/i.test(part))) {
    throw refusal(422, 'tree.path contains a malformed path component');
  }
}

function requireWorkflows({ world, actor }: Call, repository: Repository, path: string): void {
  if (!/^\.github\/workflows\//i.test(path)) return;
  if (actor?.token.app === 'oauth-app') {
    if (!actor.token.scopes.includes('workflow')) throw notFound();
  } else if (permissionAt(world, repository, 'workflows') !== 'write') throw notAccessible();
}

/** Takes an entry away, with everything below it. */
function removeEntry(leaves: Map<string, Leaf>, path: string): void {
  const gone = [...leaves.keys()].filter((at) => at === path || at.startsWith(`${path}/`));
  if (gone.length === 0) throw refusal(422, 'GitRPC::BadObjectState');
  for (const at of gone) leaves.delete(at);
}

function putEntry(
  repository: Repository,
  leaves: Map<string, Leaf>,
  { path, mode, sha, content }: z.infer<typeof Entry>,
): void {
  if (sha && content !== undefined) {
    throw refusal(422, 'tree.sha and tree.content cannot both be given');
  }
  const name = sha ?? writeObject(repository, 'blob', Buffer.from(content ?? ''));
  const kind = mode === '040000' ? 'tree' : 'blob';
  if (mode !== '160000' && !hasObject(repository, name, kind)) {
    throw refusal(422, `tree.sha ${name} is not a valid ${kind}`);
  }
  // A file takes the place of a folder, and a folder that of a file.
  for (const at of leaves.keys()) {
    if (at.startsWith(`${path}/`) || path.startsWith(`${at}/`)) leaves.delete(at);
  }
  if (mode !== '040000') leaves.set(path, { mode, sha: name });
  else for (const [at, leaf] of flattenTree(repository, name, `${path}/`)) leaves.set(at, leaf);
}

const TYPES: Record<Mode, string> = {
  '100644': 'blob',
  '100755': 'blob',
  '120000': 'blob',
  '040000': 'tree',
  '160000': 'commit',
};

function present(call: Call, repository: Repository, sha: string, isRecursive: boolean) {
  const url = `${addressOf(call.at.api, repository)}/git`;
  const all = listEntries(repository, sha, isRecursive, '');
  const tree = all.slice(0, repository.treeLimit).map(({ path, mode, sha: name }) => {
    const type = TYPES[mode];
    // A submodule is of another repository.
    if (type === 'commit') return { path, mode, type, sha: name };
    const size = type === 'blob' ? { size: repository.objects[name]?.size ?? 0 } : {};
    return { path, mode, type, sha: name, ...size, url: `${url}/${type}s/${name}` };
  });
  return { sha, url: `${url}/trees/${sha}`, tree, truncated: all.length > repository.treeLimit };
}

interface Listed {
  path: string;
  mode: Mode;
  sha: string;
}

function listEntries(
  repository: Repository,
  tree: string,
  isRecursive: boolean,
  prefix: string,
): Listed[] {
  return (readTree(repository, tree) ?? []).flatMap(({ mode, name, sha }) => {
    const path = `${prefix}${name}`;
    const below =
      isRecursive && mode === '040000' ? listEntries(repository, sha, true, `${path}/`) : [];
    return [{ path, mode, sha }, ...below];
  });
}
