import * as z from 'zod';

import { requireRepository, requireWritable } from '../access.ts';
import { hasObject } from '../git/git-objects.ts';
import { notFound, refusal } from '../github-refusal.ts';
import { moveBranch, requireUnprotected } from '../move-branch.ts';
import { answerPage } from '../list-page.ts';
import {
  created,
  nothing,
  ok,
  readBody,
  requireActor,
  type Call,
  type Operation,
} from '../operation.ts';
import { nodeId } from '../present/to-owner.ts';
import type { Repository } from '../world.ts';

import { addressOf, requireCommits } from './git-blobs.ts';

const NewRef = z.object({ ref: z.string(), sha: z.string() });
const Change = z.object({ sha: z.string(), force: z.boolean().default(false) });

const BASE = '/repos/{owner}/{repo}/git';

export const refOperations: Operation[] = [
  { method: 'GET', path: `${BASE}/ref/{ref}`, run: read },
  {
    method: 'GET',
    path: `${BASE}/matching-refs/{ref}`,
    run: (call) => {
      const repository = requireCommits(requireRepository(call));
      const start = `refs/${call.path['ref'] ?? ''}`;
      const names = Object.keys(repository.refs).filter((name) => name.startsWith(start));
      const path = `/repos/${repository.owner}/${repository.name}/git/matching-refs`;
      return answerPage(call, path, names, (name) => toRef(call, repository, name));
    },
  },
  { method: 'POST', path: `${BASE}/refs`, run: create },
  { method: 'PATCH', path: `${BASE}/refs/{ref}`, run: move },
  {
    method: 'DELETE',
    path: `${BASE}/refs/{ref}`,
    run: (call) => {
      const repository = requireCommits(requireWritable(call, 'contents'));
      const name = `refs/${call.path['ref'] ?? ''}`;
      if (!Object.hasOwn(repository.refs, name)) throw refusal(422, 'Reference does not exist');
      if (name === `refs/heads/${repository.defaultBranch}`) {
        throw refusal(422, 'Cannot delete the default branch');
      }
      requireUnprotected(call.world, repository, name, requireActor(call).user.login);
      moveBranch(call, repository, name, null, requireActor(call).user.login);
      return nothing;
    },
  },
];

function read(call: Call) {
  const repository = requireCommits(requireRepository(call));
  const name = `refs/${call.path['ref'] ?? ''}`;
  if (!Object.hasOwn(repository.refs, name)) throw notFound();
  return ok(toRef(call, repository, name));
}

function create(call: Call) {
  const repository = requireCommits(requireWritable(call, 'contents'));
  const { ref, sha } = readBody(NewRef, call);
  if (!/^refs\/[^/]+\/./.test(ref) || !isName(ref)) {
    throw refusal(422, `${ref} is not a valid ref name.`);
  }
  if (Object.hasOwn(repository.refs, ref)) throw refusal(422, 'Reference already exists');
  if (!hasObject(repository, sha, 'commit')) throw refusal(422, 'Object does not exist');
  // A name cannot be a folder of names as well.
  const others = Object.keys(repository.refs);
  if (others.some((other) => other.startsWith(`${ref}/`) || ref.startsWith(`${other}/`))) {
    throw refusal(422, 'Reference cannot be created: it conflicts with another one');
  }
  moveBranch(call, repository, ref, sha, requireActor(call).user.login);
  return created(toRef(call, repository, ref));
}

/** As `git check-ref-format` has it. */
function isName(ref: string): boolean {
  return (
    !/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\.$|\/$/.test(ref) &&
    ref.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
  );
}

function move(call: Call) {
  const repository = requireCommits(requireWritable(call, 'contents'));
  const { sha, force } = readBody(Change, call);
  const name = `refs/${call.path['ref'] ?? ''}`;
  const { login } = requireActor(call).user;
  if (!Object.hasOwn(repository.refs, name)) throw refusal(422, 'Reference does not exist');
  if (!hasObject(repository, sha, 'commit')) throw refusal(422, 'Object does not exist');
  requireUnprotected(call.world, repository, name, login);
  moveBranch(call, repository, name, sha, login, { isForced: force });
  return ok(toRef(call, repository, name));
}

function toRef({ at }: Call, repository: Repository, ref: string) {
  const url = `${addressOf(at.api, repository)}/git`;
  const sha = repository.refs[ref] ?? '';
  return {
    ref,
    node_id: nodeId('Ref', repository.id),
    url: `${url}/${ref}`,
    object: { sha, type: 'commit', url: `${url}/commits/${sha}` },
  };
}
