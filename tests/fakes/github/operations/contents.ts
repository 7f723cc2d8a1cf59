import * as z from 'zod';

import { requireRepository, requireWritable } from '../access.ts';
import { leavesOf } from '../git/compare.ts';
import { findCommit, isEmpty } from '../git/find-commit.ts';
import { writeFiles, type FileContent } from '../git/write-files.ts';
import { notFound, refusal } from '../github-refusal.ts';
import { followBranch, requireUnprotected } from '../move-branch.ts';
import { created, ok, readBody, requireActor, type Call, type Operation } from '../operation.ts';
import { listFolder, toFile } from '../present/to-content.ts';
import { toCommit } from '../present/to-commit.ts';
import { announcePush } from '../webhooks/announce.ts';
import { toTime, type Repository } from '../world.ts';

const PATH = '/repos/{owner}/{repo}/contents/{path}';

export const contentOperations: Operation[] = [
  { method: 'GET', path: PATH, run: (call) => read(call, call.path['path'] ?? '') },
  { method: 'GET', path: '/repos/{owner}/{repo}/contents', run: (call) => read(call, '') },
  { method: 'PUT', path: PATH, run: put },
  { method: 'DELETE', path: PATH, run: remove },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/readme',
    run: (call) => {
      const repository = requireRepository(call);
      const commit = requireRef(call, repository);
      const names = [...leavesOf(repository, commit).keys()];
      const name = names.find((each) => /^readme(\.\w+)?$/i.test(each));
      if (name === undefined) throw notFound();
      return read(call, name);
    },
  },
];

/** The commit that `ref` asks for. */
function requireRef({ query }: Call, repository: Repository): string {
  if (isEmpty(repository)) throw refusal(404, 'This repository is empty.');
  const name = query.get('ref') ?? repository.defaultBranch;
  const commit = findCommit(repository, name);
  if (commit === null) throw refusal(404, `No commit found for the ref ${name}`);
  return commit;
}

function read(call: Call, path: string) {
  const repository = requireRepository(call);
  const commit = requireRef(call, repository);
  const leaves = leavesOf(repository, commit);
  const leaf = leaves.get(path);
  const ref = call.query.get('ref') ?? repository.defaultBranch;
  if (leaf !== undefined) return toFile(call, repository, { path, ref, leaf });
  const listed = listFolder(call, repository, { leaves, folder: path, ref, commit });
  if (listed.length === 0) throw notFound();
  return ok(listed);
}

const Person = z.object({ name: z.string(), email: z.string(), date: z.string().optional() });
const NewFile = z.object({
  message: z.string(),
  content: z.string(),
  sha: z.string().optional(),
  branch: z.string().optional(),
  author: Person.optional(),
  committer: Person.optional(),
});

function put(call: Call) {
  const repository = requireWritable(call, 'contents');
  const given = readBody(NewFile, call);
  const path = call.path['path'] ?? '';
  const branch = given.branch ?? repository.defaultBranch;
  const known = requireBranch(repository, branch)?.get(path);
  if (known !== undefined && given.sha === undefined) {
    throw refusal(422, 'Invalid request.\n\n"sha" wasn\'t supplied.');
  }
  if (known !== undefined && known.sha !== given.sha) {
    throw refusal(409, `${path} does not match ${given.sha}`);
  }
  const file = { base64: given.content.replace(/\s/g, '') };
  const sha = commit(call, repository, branch, { [path]: file }, given.message);
  const leaf = leavesOf(repository, sha).get(path);
  if (leaf === undefined) throw new Error(`no file ${path}`);
  const { body: content } = toFile({ ...call, accept: '' }, repository, {
    path,
    ref: branch,
    leaf,
  });
  const answer = { content, commit: toFileCommit(call, repository, sha) };
  return known === undefined ? created(answer) : ok(answer);
}

const Removal = z.object({ message: z.string(), sha: z.string(), branch: z.string().optional() });

function remove(call: Call) {
  const repository = requireWritable(call, 'contents');
  const given = readBody(Removal, call);
  const path = call.path['path'] ?? '';
  const branch = given.branch ?? repository.defaultBranch;
  const known = requireBranch(repository, branch)?.get(path);
  if (known === undefined) throw notFound();
  if (known.sha !== given.sha) throw refusal(409, `${path} does not match ${given.sha}`);
  const sha = commit(call, repository, branch, { [path]: null }, given.message);
  return ok({ content: null, commit: toFileCommit(call, repository, sha) });
}

/** The files of a branch; null: the repository is empty, and gets its first commit. */
function requireBranch(repository: Repository, branch: string) {
  if (isEmpty(repository)) return null;
  const head = repository.refs[`refs/heads/${branch}`];
  if (head === undefined) throw refusal(404, `Branch ${branch} not found`);
  return leavesOf(repository, head);
}

function commit(
  call: Call,
  repository: Repository,
  branch: string,
  files: Record<string, FileContent>,
  message: string,
): string {
  const { user } = requireActor(call);
  const { login, id } = user;
  const ref = `refs/heads/${branch}`;
  requireUnprotected(call.world, repository, ref, login);
  const before = repository.refs[ref] ?? null;
  const author = {
    name: user.name ?? login,
    email: user.email ?? `${id}+${login}@users.noreply.github.com`,
    date: toTime(),
  };
  const sha = writeFiles(repository, branch, files, { message, author });
  announcePush(call, repository, { ref, before, after: sha, login, isForced: false });
  followBranch(call, repository, branch, sha, login);
  return sha;
}

function toFileCommit(call: Call, repository: Repository, sha: string) {
  const { commit: whole, ...rest } = toCommit(call, repository, sha);
  return { ...rest, ...whole };
}
