import { randomBytes, randomInt } from 'node:crypto';

import type { Delivery } from './webhooks/delivery.ts';

/** A user or an organization. */
export interface Owner {
  id: number;
  login: string;
  kind: 'User' | 'Organization';
  name: string | null;
  email: string | null;
  createdAt: string;
  /** Of an organization: its people. */
  members: Record<string, 'admin' | 'member'>;
  /** Of an organization: whether plain members may create repositories. */
  membersMayCreate: boolean;
}

export interface GitObject {
  type: 'blob' | 'tree' | 'commit';
  size: number;
  /** Base64. */
  content: string;
}

/** What a protected branch asks for. */
export interface Protection {
  reviews: number;
  checks: string[];
  includesAdmins: boolean;
}

export interface Pull {
  id: number;
  number: number;
  title: string;
  body: string | null;
  head: string;
  base: string;
  /** The commits at the ends; those of a closed one stay. */
  headSha: string;
  baseSha: string;
  state: 'open' | 'closed';
  isDraft: boolean;
  mergeSha: string | null;
  mergedBy: string | null;
  mergedAt: string | null;
  closedAt: string | null;
  author: string;
  createdAt: string;
  updatedAt: string;
}

export interface CheckRun {
  id: number;
  name: string;
  sha: string;
  suite: number;
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: 'success' | 'failure' | 'neutral' | 'cancelled' | 'timed_out' | 'skipped' | null;
  startedAt: string;
  completedAt: string | null;
}

export interface CheckSuite {
  id: number;
  sha: string;
  branch: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface CommitStatus {
  id: number;
  sha: string;
  state: 'error' | 'failure' | 'pending' | 'success';
  context: string;
  description: string | null;
  targetUrl: string | null;
  creator: string;
  createdAt: string;
}

export interface Hook {
  id: number;
  url: string;
  secret: string | null;
  contentType: 'json' | 'form';
  events: string[];
  isActive: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface Repository {
  id: number;
  /** Login of its owner, as it is written. */
  owner: string;
  name: string;
  description: string | null;
  homepage: string | null;
  isPrivate: boolean;
  isArchived: boolean;
  defaultBranch: string;
  /** Key of its licence. */
  license: string | null;
  language: string | null;
  createdAt: string;
  updatedAt: string;
  pushedAt: string | null;
  collaborators: Record<string, 'read' | 'write' | 'admin'>;
  objects: Record<string, GitObject>;
  /** Commits by full names: `refs/heads/main`. */
  refs: Record<string, string>;
  protections: Record<string, Protection>;
  pulls: Pull[];
  checkRuns: CheckRun[];
  checkSuites: CheckSuite[];
  statuses: CommitStatus[];
  hooks: Hook[];
  /** So many entries a recursive tree lists at most. */
  treeLimit: number;
}

export interface Installation {
  id: number;
  owner: string;
  /** Numbers of repositories; null: all, also those to come. */
  selected: number[] | null;
  permissions: Record<string, 'read' | 'write'>;
  createdAt: string;
  updatedAt: string;
  suspendedAt: string | null;
}

/** Whoever asks with it is this user, by this app. */
export interface Token {
  user: string;
  app: 'github-app' | 'oauth-app';
  scopes: string[];
  /** Milliseconds since 1970; null: it does not end. */
  expiresAt: number | null;
  /** The refresh token that came with it. */
  refresh: string | null;
}

export interface RefreshToken {
  user: string;
  /** The access token that came with it. */
  access: string;
  expiresAt: number;
}

/** What a sign-in leads back with. */
export interface Code {
  user: string;
  app: Token['app'];
  redirectUri: string;
  challenge: string | null;
  scopes: string[];
  expiresAt: number;
}

/** Something that goes wrong with the next requests. */
export interface Fault {
  /** Found in `METHOD /path?query body`; empty: in all. */
  match: string;
  kind: FaultKind;
  times: number;
  /** So many that match go well before. */
  skip: number;
  /** How long a limit lasts. */
  seconds: number;
}

export const FAULT_KINDS = [
  'error',
  'unavailable',
  'overloaded',
  'bad_gateway',
  'timeout',
  'primary_limit',
  'secondary_limit',
  'revoked',
  'forbidden',
  'missing',
  'lost_answer',
  'garbage',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A request that was made, for tests that count them. */
interface SeenRequest {
  method: string;
  path: string;
  body: string;
  status: number;
}

/** One GitHub, with one GitHub App and one OAuth App. It is JSON, so that it can be kept in a file. */
export interface World {
  name: string;
  nextId: number;
  /** By login in small letters. */
  owners: Record<string, Owner>;
  repositories: Record<string, Repository>;
  /** Numbers by `owner/name` in small letters, former names included. */
  names: Record<string, number>;
  installations: Record<string, Installation>;
  tokens: Record<string, Token>;
  refreshTokens: Record<string, RefreshToken>;
  codes: Record<string, Code>;
  /** Who is signed in on the pages, by cookie. */
  sessions: Record<string, string>;
  /** Where a sign-in leads back to, as the app is registered; null: where the first one did. */
  callback: string | null;
  /** Permissions that the GitHub App asks for when it is installed. */
  permissions: Record<string, 'read' | 'write'>;
  /** Seconds that access tokens of the GitHub App last; 0: for ever. */
  tokenSeconds: number;
  /** Where webhooks of the app go; null: they wait to be taken. */
  webhook: { url: string; secret: string } | null;
  /** Webhooks that wait, oldest first. */
  deliveries: Delivery[];
  /** Webhooks that were posted or taken, to be sent again. */
  posted: Delivery[];
  holdsWebhooks: boolean;
  faults: Fault[];
  requests: SeenRequest[];
  /** Requests and answers that are not as GitHub's document has them. */
  mismatches: string[];
}

export const ALL_PERMISSIONS: World['permissions'] = {
  metadata: 'read',
  contents: 'write',
  pull_requests: 'write',
  administration: 'write',
  workflows: 'write',
  checks: 'read',
  statuses: 'read',
};

const TOKEN_SECONDS = 28_800;

/** A world without anybody. */
export function newWorld(name: string): World {
  return {
    name,
    // Numbers of different worlds do not meet in one database.
    nextId: randomInt(1_000_000, 900_000_000),
    owners: {},
    repositories: {},
    names: {},
    installations: {},
    tokens: {},
    refreshTokens: {},
    codes: {},
    sessions: {},
    callback: null,
    permissions: ALL_PERMISSIONS,
    tokenSeconds: TOKEN_SECONDS,
    webhook: null,
    deliveries: [],
    posted: [],
    holdsWebhooks: false,
    faults: [],
    requests: [],
    mismatches: [],
  };
}

export function takeId(world: World): number {
  world.nextId += 1;
  return world.nextId;
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A token as GitHub makes them: `ghu_…`. */
export function newToken(prefix: string, length: number): string {
  const letters = [...randomBytes(length)].map((byte) => LETTERS[byte % LETTERS.length]);
  return `${prefix}${letters.join('')}`;
}

/** A moment as GitHub writes it: without fractions of a second. */
export function toTime(milliseconds = Date.now()): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
