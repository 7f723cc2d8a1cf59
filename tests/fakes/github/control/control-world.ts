import * as z from 'zod';

import { addOwner, addRepository, getOwner, getRepository, nameKey } from '../find-repository.ts';
import { writeFiles } from '../git/write-files.ts';
import { install } from '../install.ts';
import { issueTokens, revokeGrants } from '../sign-in.ts';
import { FAULT_KINDS, takeId, toTime, type Repository, type World } from '../world.ts';

interface Command<T> {
  body: z.ZodType<T>;
  run: (world: World, body: T) => object;
}

const command =
  <T>(body: z.ZodType<T>, run: Command<T>['run']) =>
  (world: World, given: unknown) =>
    run(world, body.parse(given));

const place = { owner: z.string().default('octo-dev'), name: z.string() };

const File = z.union([
  z.string(),
  z.null(),
  z.strictObject({
    text: z.string().optional(),
    base64: z.string().optional(),
    mode: z.enum(['100644', '100755', '120000', '160000']).optional(),
    sha: z.string().optional(),
    bytes: z.int().optional(),
  }),
]);

export function requireNamed(world: World, { owner, name }: { owner: string; name: string }) {
  const found = getRepository(world, owner, name);
  if (found === null) throw new Error(`no repository ${owner}/${name}`);
  return found;
}

/** What tests and developers do that no program can do at GitHub, by name. */
const commands = {
  /** A user, or an organization with members. */
  addOwner: command(
    z.strictObject({
      login: z.string(),
      kind: z.enum(['User', 'Organization']).default('User'),
      name: z.string().optional(),
      email: z.string().optional(),
      members: z.record(z.string(), z.enum(['admin', 'member'])).default({}),
      membersMayCreate: z.boolean().default(true),
    }),
    (world, { name = null, email = null, ...owner }) => addOwner(world, { ...owner, name, email }),
  ),
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
      collaborators: z.record(z.string(), z.enum(['read', 'write', 'admin'])).default({}),
      files: z.record(z.string(), File).optional(),
    }),
    (world, { files, pushedAt, ...given }) => {
      const repository = addRepository(world, given);
      if (files) commit(world, repository, repository.defaultBranch, files, 'Initial commit');
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
    (world, { owner, prefix, count, isPrivate }) => {
      const HOUR_MS = 3_600_000;
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
      files: z.record(z.string(), File),
      message: z.string().default('Edit by hand'),
      user: z.string().default('octo-dev'),
    }),
    (world, { branch, files, message, user, ...at }) => {
      const repository = requireNamed(world, at);
      const name = branch ?? repository.defaultBranch;
      return { sha: commit(world, repository, name, files, message, user) };
    },
  ),
  rename: command(z.strictObject({ ...place, to: z.string() }), (world, { to, ...at }) => {
    const repository = requireNamed(world, at);
    repository.name = to;
    world.names[nameKey(repository.owner, to)] = repository.id;
    return {};
  }),
  transfer: command(z.strictObject({ ...place, to: z.string() }), (world, { to, ...at }) => {
    const repository = requireNamed(world, at);
    repository.owner = to;
    world.names[nameKey(to, repository.name)] = repository.id;
    return {};
  }),
  remove: command(z.strictObject(place), (world, at) => {
    const { id } = requireNamed(world, at);
    const { [id]: _, ...others } = world.repositories;
    world.repositories = others;
    return {};
  }),
  /** Changes a repository's settings. */
  set: command(
    z.strictObject({
      ...place,
      isPrivate: z.boolean().optional(),
      isArchived: z.boolean().optional(),
      defaultBranch: z.string().optional(),
      treeLimit: z.int().optional(),
      collaborators: z.record(z.string(), z.enum(['read', 'write', 'admin'])).optional(),
    }),
    (world, { owner, name, ...settings }) => {
      Object.assign(requireNamed(world, { owner, name }), settings);
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
    (world, { branch, reviews, checks, includesAdmins, ...at }) => {
      requireNamed(world, at).protections[branch] = { reviews, checks, includesAdmins };
      return {};
    },
  ),
  /** Installs the app at an account for all repositories, or for some by their names. */
  install: command(
    z.strictObject({ owner: z.string(), names: z.array(z.string()).optional() }),
    (world, { owner, names }) => {
      const selected = names?.map((name) => requireNamed(world, { owner, name }).id) ?? null;
      return { id: install(world, owner, selected).id };
    },
  ),
  uninstall: command(z.strictObject({ owner: z.string() }), (world, { owner }) => {
    const rest = Object.entries(world.installations).filter(([, each]) => each.owner !== owner);
    world.installations = Object.fromEntries(rest);
    return {};
  }),
  /** Tokens of a user, as a sign-in would bring them. */
  token: command(
    z.strictObject({
      user: z.string().default('octo-dev'),
      app: z.enum(['github-app', 'oauth-app']).default('github-app'),
      scopes: z.array(z.string()).default([]),
    }),
    (world, wanted) => issueTokens(world, wanted),
  ),
  /** A user takes back what they gave to the app. */
  revoke: command(z.strictObject({ user: z.string() }), (world, { user }) => {
    revokeGrants(world, user);
    return {};
  }),
  /** Settings of the app: permissions of installations to come, life of tokens, where sign-ins lead back to. */
  app: command(
    z.strictObject({
      permissions: z.record(z.string(), z.enum(['read', 'write'])).optional(),
      tokenSeconds: z.int().optional(),
      callback: z.string().nullable().optional(),
    }),
    (world, settings) => {
      Object.assign(world, settings);
      return {};
    },
  ),
  /** All access tokens have expired. */
  expireTokens: command(z.strictObject({}), (world) => {
    for (const token of Object.values(world.tokens)) token.expiresAt = Date.now() - 1;
    return {};
  }),
  /** The next requests that contain a text go wrong, after some that go well. */
  fault: command(
    z.strictObject({
      match: z.string().default(''),
      kind: z.enum(FAULT_KINDS),
      times: z.int().default(1),
      skip: z.int().default(0),
      seconds: z.int().default(60),
    }),
    (world, fault) => {
      world.faults.push(fault);
      return {};
    },
  ),
  clearFaults: command(z.strictObject({}), (world) => {
    world.faults = [];
    return {};
  }),
  /** Requests to the API so far, oldest first. */
  requests: command(z.strictObject({}), ({ requests }) => ({ requests })),
  forgetRequests: command(z.strictObject({}), (world) => {
    world.requests = [];
    return {};
  }),
  /** Takes what was not as GitHub's document has it. */
  mismatches: command(z.strictObject({}), (world) => {
    const { mismatches } = world;
    world.mismatches = [];
    return { mismatches };
  }),
};

type Files = z.infer<typeof File>;

/** Somebody's commit; `bytes` is a file of that size whose content does not matter. */
function commit(
  world: World,
  repository: Repository,
  branch: string,
  files: Record<string, Files>,
  message: string,
  user = 'octo-dev',
): string {
  const by = getOwner(world, user);
  const author = {
    name: by?.name ?? user,
    email: by?.email ?? `${user}@users.noreply.github.com`,
    date: toTime(),
  };
  const contents = Object.entries(files).map(([path, file]) => {
    if (file === null || typeof file === 'string' || file.bytes === undefined) return [path, file];
    return [path, { base64: Buffer.alloc(file.bytes, takeId(world) % 251).toString('base64') }];
  });
  return writeFiles(repository, branch, Object.fromEntries(contents), { message, author });
}

/** Does what a command says. */
export function controlWorld(world: World, name: string, given: unknown): object {
  if (!Object.hasOwn(commands, name)) throw new Error(`no command ${name}`);
  return commands[name as keyof typeof commands](world, given);
}
