import * as z from 'zod';

import { addOwner } from '../find-repository.ts';
import { install, suspend, uninstall } from '../install.ts';
import { issueTokens, revokeGrants } from '../sign-in.ts';
import { announceRevocation } from '../webhooks/announce.ts';

import { command, requireNamed, type Command } from './command.ts';

const by = { user: z.string().default('octo-dev') };

export const appCommands: Record<string, Command> = {
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
    ({ world }, { name = null, email = null, ...owner }) =>
      addOwner(world, { ...owner, name, email }),
  ),
  /** Installs the app at an account for all repositories, or for some by their names. */
  install: command(
    z.strictObject({ ...by, owner: z.string(), names: z.array(z.string()).optional() }),
    (site, { owner, names, user }) => {
      const selected = names?.map((name) => requireNamed(site.world, { owner, name }).id) ?? null;
      return { id: install(site, owner, selected, user).id };
    },
  ),
  uninstall: command(z.strictObject({ ...by, owner: z.string() }), (site, { owner, user }) => {
    uninstall(site, owner, user);
    return {};
  }),
  suspend: command(
    z.strictObject({ ...by, owner: z.string(), isSuspended: z.boolean().default(true) }),
    (site, { owner, user, isSuspended }) => {
      suspend(site, owner, isSuspended, user);
      return {};
    },
  ),
  /** Tokens of a user, as a sign-in would bring them. */
  token: command(
    z.strictObject({
      ...by,
      app: z.enum(['github-app', 'oauth-app']).default('github-app'),
      scopes: z.array(z.string()).default([]),
    }),
    ({ world }, wanted) => issueTokens(world, wanted),
  ),
  /** A user takes back what they gave to the app. */
  revoke: command(z.strictObject(by), (site, { user }) => {
    revokeGrants(site.world, user);
    announceRevocation(site, user);
    return {};
  }),
  /** Settings of the app: permissions of installations to come, life of tokens, where sign-ins lead back to. */
  app: command(
    z.strictObject({
      permissions: z.record(z.string(), z.enum(['read', 'write'])).optional(),
      tokenSeconds: z.int().optional(),
      callback: z.string().nullable().optional(),
    }),
    ({ world }, settings) => {
      Object.assign(world, settings);
      return {};
    },
  ),
  /** All access tokens have expired. */
  expireTokens: command(z.strictObject({}), ({ world }) => {
    for (const token of Object.values(world.tokens)) token.expiresAt = Date.now() - 1;
    return {};
  }),
};
