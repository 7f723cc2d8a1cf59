import * as z from 'zod';

import { addRepository, nameKey } from '../find-repository.ts';
import { findCommit } from '../git/find-commit.ts';
import { leavesOf } from '../git/compare.ts';
import { readObject } from '../git/git-objects.ts';
import { followBranch, moveBranch } from '../move-branch.ts';
import { announceRepository, toFormerOwner } from '../webhooks/announce.ts';
import { toTime } from '../world.ts';

import { command, requireNamed, type Command } from './command.ts';
import { commitByHand, GivenFile } from './commit-by-hand.ts';

const place = { owner: z.string().default('octo-dev'), name: z.string() };
const Collaborators = z.record(z.string(), z.enum(['read', 'write', 'admin']));
const HOUR_MS = 3_600_000;

export const repositoryCommands: Record<string, Command> = {
  /** A repository with files in its first commit, or without any commit. */
  addRepository: command(
    z.strictObject({
      ...place,
      isPrivate: z.boolean().default(false),
      isArchived: z.boolean().default(false),
      description: z.string().nullable().default(null),
      defaultBranch: z.string().default('main'),
      language: z.string().nullable().default(null),
      pushedAt: z.string().optional(),
      collaborators: Collaborators.default({}),
      files: z.record(z.string(), GivenFile).optional(),
    }),
    (site, { files, pushedAt, ...given }) => {
      const repository = addRepository(site.world, given);
      const { defaultBranch: branch } = repository;
      const how = { message: 'Initial commit', user: 'octo-dev', isAnnounced: false };
      if (files) commitByHand(site, repository, { branch, files, ...how });
      repository.pushedAt = pushedAt ?? repository.pushedAt;
      return { id: repository.id };
    },
  ),
  /** Many repositories: `<prefix>-1` and so on, each pushed an hour after the one before. */
  fill: command(
    z.strictObject({
      owner: z.string().default('octo-dev'),
      prefix: z.string().default('repository'),
      count: z.int(),
      isPrivate: z.boolean().default(false),
    }),
    ({ world }, { owner, prefix, count, isPrivate }) => {
      for (let each = 1; each <= count; each += 1) {
        const pushedAt = toTime(Date.now() - (count - each) * HOUR_MS);
        addRepository(world, { owner, name: `${prefix}-${each}`, isPrivate, pushedAt });
      }
      return {};
    },
  ),
  /** Somebody commits files with a clone; answers the commit. */
  commit: command(
    z.strictObject({
      ...place,
      branch: z.string().optional(),
      files: z.record(z.string(), GivenFile),
      message: z.string().default('Edit by hand'),
      user: z.string().default('octo-dev'),
    }),
    (site, { branch: named, files, message, user, ...at }) => {
      const repository = requireNamed(site.world, at);
      const branch = named ?? repository.defaultBranch;
      const how = { branch, files, message, user, isAnnounced: true };
      const sha = commitByHand(site, repository, how);
      followBranch(site, repository, branch, sha, user);
      return { sha };
    },
  ),
  /** Moves a branch by force, makes it, or removes it (null). */
  moveBranch: command(
    z.strictObject({
      ...place,
      branch: z.string(),
      to: z.string().nullable(),
      user: z.string().default('octo-dev'),
    }),
    (site, { branch, to, user, ...at }) => {
      const repository = requireNamed(site.world, at);
      const sha = to === null ? null : findCommit(repository, to);
      if (to !== null && sha === null) throw new Error(`no commit ${to}`);
      moveBranch(site, repository, `refs/heads/${branch}`, sha, user, { isForced: true });
      return { sha };
    },
  ),
  /** The files of a branch or a commit, by path: mode and content. */
  files: command(
    z.strictObject({ ...place, ref: z.string().optional() }),
    ({ world }, { ref, ...at }) => {
      const repository = requireNamed(world, at);
      const commit = findCommit(repository, ref ?? repository.defaultBranch);
      const leaves = [...leavesOf(repository, commit)].map(([path, { mode, sha }]) => {
        const content = readObject(repository, sha, 'blob')?.toString('base64') ?? null;
        return [path, { mode, sha, content }] as const;
      });
      return { commit, files: Object.fromEntries(leaves) };
    },
  ),
  rename: command(
    z.strictObject({ ...place, to: z.string(), user: z.string().default('octo-dev') }),
    (site, { to, user, ...at }) => {
      const repository = requireNamed(site.world, at);
      const changes = { repository: { name: { from: repository.name } } };
      repository.name = to;
      site.world.names[nameKey(repository.owner, to)] = repository.id;
      announceRepository(site, repository, 'renamed', user, changes);
      return {};
    },
  ),
  /** A repository gets another owner. */
  transfer: command(
    z.strictObject({ ...place, to: z.string(), user: z.string().default('octo-dev') }),
    (site, { to, user, ...at }) => {
      const repository = requireNamed(site.world, at);
      const changes = toFormerOwner(site, repository.owner);
      repository.owner = to;
      site.world.names[nameKey(to, repository.name)] = repository.id;
      announceRepository(site, repository, 'transferred', user, changes);
      return {};
    },
  ),
  remove: command(
    z.strictObject({ ...place, user: z.string().default('octo-dev') }),
    (site, { user, ...at }) => {
      const repository = requireNamed(site.world, at);
      announceRepository(site, repository, 'deleted', user);
      const { [repository.id]: _, ...others } = site.world.repositories;
      site.world.repositories = others;
      return {};
    },
  ),
  /** Changes a repository's settings. */
  set: command(
    z.strictObject({
      ...place,
      isPrivate: z.boolean().optional(),
      isArchived: z.boolean().optional(),
      defaultBranch: z.string().optional(),
      treeLimit: z.int().optional(),
      collaborators: Collaborators.optional(),
    }),
    (site, { owner, name, ...settings }) => {
      const repository = requireNamed(site.world, { owner, name });
      const { isArchived, isPrivate } = repository;
      Object.assign(repository, settings);
      if (repository.isArchived !== isArchived) {
        const action = isArchived ? 'unarchived' : 'archived';
        announceRepository(site, repository, action, 'octo-dev');
      }
      if (repository.isPrivate !== isPrivate) {
        const action = isPrivate ? 'publicized' : 'privatized';
        announceRepository(site, repository, action, 'octo-dev');
      }
      return {};
    },
  ),
  /** Protects a branch; by default, everything has to come by a pull request with a review. */
  protect: command(
    z.strictObject({
      ...place,
      branch: z.string().default('main'),
      reviews: z.int().default(1),
      checks: z.array(z.string()).default([]),
      includesAdmins: z.boolean().default(true),
    }),
    ({ world }, { branch, reviews, checks, includesAdmins, ...at }) => {
      requireNamed(world, at).protections[branch] = { reviews, checks, includesAdmins };
      return {};
    },
  ),
};
