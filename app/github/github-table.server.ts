import { isNotNull } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

import { users } from '#app/auth/user-table.server.ts';

/** Accounts of GitHub that users have connected, one a user. Times are milliseconds since 1970. */
export const githubConnections = sqliteTable('github_connections', {
  uid: text('uid')
    .primaryKey()
    .references(() => users.uid, { onDelete: 'cascade' }),
  /** Another one with each connection: what the tokens are sealed to. */
  id: text('id').notNull(),
  githubId: integer('github_id').notNull(),
  login: text('login').notNull(),
  name: text('name'),
  avatarUrl: text('avatar_url'),
  /** Sealed JSON of the tokens. */
  tokens: text('tokens').notNull(),
  /** When the access token ends; null: it does not. */
  expiresAt: integer('expires_at'),
  /** Rights of an OAuth App, separated by spaces; empty for a GitHub App. */
  scopes: text('scopes').notNull().default(''),
  /** Since when GitHub takes the tokens no longer; null: it does. */
  revokedAt: integer('revoked_at'),
  connectedAt: integer('connected_at').notNull(),
  /** Until when one request exchanges the tokens for new ones, alone; null: none does. */
  renewingUntil: integer('renewing_until'),
});

/** Sign-ins on GitHub that were begun and are not over, ten minutes at most. */
export const githubSignIns = sqliteTable(
  'github_sign_ins',
  {
    /** SHA-256 of `state`. */
    stateHash: text('state_hash').primaryKey(),
    uid: text('uid').notNull(),
    /** Hash of the session that began it. */
    sessionHash: text('session_hash').notNull(),
    /** PKCE's verifier. */
    verifier: text('verifier').notNull(),
    /** The page of ours that it leads back to. */
    returnTo: text('return_to').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('github_sign_ins_created_at').on(table.createdAt)],
);

/** The repository of a project. */
export const githubLinks = sqliteTable(
  'github_links',
  {
    project: text('project').primaryKey(),
    /** GitHub's number, which stays when the repository is renamed or moved. */
    repositoryId: integer('repository_id').notNull(),
    owner: text('owner').notNull(),
    name: text('name').notNull(),
    branch: text('branch').notNull(),
    isPrivate: integer('is_private', { mode: 'boolean' }).notNull(),
    /** The user who linked it, by whose connection webhooks are acted on. */
    linkedBy: text('linked_by').notNull(),
    /** Whether a version is published when its pull request is merged. */
    publishesOnMerge: integer('publishes_on_merge', { mode: 'boolean' }).notNull().default(false),
    state: text('state', { enum: ['ok', 'archived', 'gone'] })
      .notNull()
      .default('ok'),
    /** The branch's last commit that we know of; null: it has none. */
    headSha: text('head_sha'),
    /** The version that the branch holds, and the commit that brought it; null: none of ours. */
    pushedVersion: integer('pushed_version'),
    pushedSha: text('pushed_sha'),
    /** State of the CI of `headSha`; null: not known. */
    ci: text('ci', { enum: ['running', 'passed', 'failed', 'none'] }),
    /** Of an OAuth App: number of the repository's webhook; null: there is none. */
    hookId: integer('hook_id'),
    linkedAt: integer('linked_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [index('github_links_repository').on(table.repositoryId)],
);

/** Pushes of versions. */
export const githubPushes = sqliteTable(
  'github_pushes',
  {
    id: text('id').primaryKey(),
    project: text('project').notNull(),
    version: integer('version').notNull(),
    repositoryId: integer('repository_id').notNull(),
    branch: text('branch').notNull(),
    /** The commit below ours; null: the branch was empty. */
    baseSha: text('base_sha'),
    commitSha: text('commit_sha'),
    /** Number of the pull request; null: the branch itself was moved. */
    pull: integer('pull'),
    /** `running` is an attempt that ended in between, or goes on. */
    state: text('state', {
      enum: ['running', 'pushed', 'open', 'merged', 'closed', 'failed'],
    }).notNull(),
    /** Why it failed, for its user. */
    failure: text('failure'),
    ci: text('ci', { enum: ['running', 'passed', 'failed', 'none'] }),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /**
     * Whether its version is published because its pull request was merged; null: nobody wanted that. Last, as in the
     * migrated table.
     */
    publication: text('publication', { enum: ['waiting', 'published', 'refused'] }),
    /** Why it is not, for its user. */
    publicationNote: text('publication_note'),
    /** When the pull request was merged or closed, as far as we know. */
    settledAt: integer('settled_at'),
  },
  (table) => [
    index('github_pushes_project').on(table.project, table.createdAt),
    index('github_pushes_commit').on(table.commitSha),
    uniqueIndex('github_pushes_pull').on(table.repositoryId, table.pull),
    index('github_pushes_publication').on(table.publication).where(isNotNull(table.publication)),
    index('github_pushes_state').on(table.state, table.updatedAt),
  ],
);

/** Webhooks that were heard, so that none counts twice. */
export const githubDeliveries = sqliteTable(
  'github_deliveries',
  {
    /** `X-GitHub-Delivery`. */
    id: text('id').primaryKey(),
    event: text('event').notNull(),
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [index('github_deliveries_received_at').on(table.receivedAt)],
);
