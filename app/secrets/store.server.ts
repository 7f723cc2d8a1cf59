import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import * as z from 'zod';

import { randomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { Seal } from '#app/platform/seal.server.ts';

import { secrets } from './secret-table.server.ts';

/** Sealed content: a value is never stored apart from its allowed origins. */
const Sealed = z.strictObject({ value: z.string(), origins: z.array(z.string()) });
type Sealed = z.infer<typeof Sealed>;

type Row = typeof secrets.$inferSelect;

export interface SecretStore {
  database: D1Database;
  seal: Seal;
  /** Takes the writing of a use, for which no call waits; absent: it is waited for. */
  later?: (work: Promise<unknown>) => void;
}

/** A stored secret, without its value. Times are milliseconds since 1970. */
export interface StoredSecret {
  name: string;
  origins: string[];
  changedAt: number;
  /** To the hour; null: it was not used yet. */
  usedAt: number | null;
}

/** The use of a secret is noted so often at most. */
const USE_NOTED_MS = 60 * 60 * 1_000;

export type SecretFailure =
  | { reason: 'notSet' }
  /** It would be sent to an origin that its owner has not confirmed. */
  | { reason: 'unbound' }
  /** It was altered, or sealed under a removed key. */
  | { reason: 'unreadable' };

/** Seals a value for exactly these origins, replacing the previous one. */
export async function setSecret(
  { database, seal }: SecretStore,
  owner: string,
  secret: { name: string; value: string; origins: string[]; project?: string; connects?: string },
): Promise<void> {
  const id = randomId();
  const { name, value, origins, project = null, connects = null } = secret;
  const sealed = await seal.seal(JSON.stringify({ value, origins } satisfies Sealed), toPlace(id));
  const db = drizzle(database);
  await db.batch([
    db.delete(secrets).where(isSecret(owner, name)),
    db.insert(secrets).values({
      id,
      owner,
      name,
      sealed,
      origins: JSON.stringify(origins),
      changedAt: Date.now(),
      project,
      connects,
    }),
  ]);
}

/** Binds a value to these origins. Only its owner may request it. */
export async function bindSecret(
  store: SecretStore,
  owner: string,
  name: string,
  origins: string[],
): Promise<Result<null, SecretFailure>> {
  const row = await findRow(store.database, owner, name);
  if (row === undefined) return fail({ reason: 'notSet' });
  const opened = await open(store.seal, row);
  if (!opened.ok) return opened;
  await sealAgain(store, row, { value: opened.value.value, origins });
  return succeed(null);
}

/**
 * The value, if it was sealed for every origin that it would be sent to.
 *
 * @param isUse whether it is sent there now, which is noted; false: somebody only compares with it.
 */
export async function openSecret(
  store: SecretStore,
  owner: string,
  name: string,
  origins: readonly string[],
  isUse = true,
): Promise<Result<string, SecretFailure>> {
  const row = await findRow(store.database, owner, name);
  if (row === undefined) return fail({ reason: 'notSet' });
  const opened = await open(store.seal, row);
  if (!opened.ok) return opened;
  const bound = opened.value;
  if (!isBound(bound.origins, origins)) return fail({ reason: 'unbound' });
  if (store.seal.needsRewrap(row.sealed)) await sealAgain(store, row, bound);
  if (isUse) {
    const noted = noteUse(store.database, row, Date.now());
    if (store.later) store.later(noted);
    else await noted;
  }
  return succeed(bound.value);
}

/** Notes the use of a secret. A call does not fail for it. */
async function noteUse(database: D1Database, { id, usedAt }: Row, now: number): Promise<void> {
  if (usedAt !== null && usedAt > now - USE_NOTED_MS) return;
  try {
    await drizzle(database).update(secrets).set({ usedAt: now }).where(eq(secrets.id, id));
  } catch {
    // The next use notes it.
  }
}

/**
 * Replaces a value by another for the same origins, or deletes it; nothing happens unless it still is the
 * one that is named.
 */
export async function replaceSecret(
  store: SecretStore,
  { owner, name }: { owner: string; name: string },
  from: string,
  to: string | null,
): Promise<void> {
  const row = await findRow(store.database, owner, name);
  if (row === undefined) return;
  const opened = await open(store.seal, row);
  if (!opened.ok || opened.value.value !== from) return;
  if (to !== null) return sealAgain(store, row, { ...opened.value, value: to });
  const isUnchanged = and(eq(secrets.id, row.id), eq(secrets.sealed, row.sealed));
  await drizzle(store.database).delete(secrets).where(isUnchanged);
}

/** Whether a value that is bound to some origins may go to these. */
export function isBound(bound: readonly string[], origins: readonly string[]): boolean {
  return origins.every((origin) => bound.includes(origin));
}

/** Names that have a value, with the origins it is bound to. */
export async function listSecrets(database: D1Database, owner: string): Promise<StoredSecret[]> {
  const rows = await drizzle(database).select().from(secrets).where(eq(secrets.owner, owner));
  return rows.map(({ name, origins, changedAt, usedAt }) => ({
    name,
    changedAt,
    usedAt,
    origins: z.array(z.string()).parse(JSON.parse(origins)),
  }));
}

/** At most so many are listed. */
const MAX_LISTED = 1_000;

/** Names with a value of all owners whose names begin alike, by the rest of the owner's name. */
export async function listSecretsBelow(
  database: D1Database,
  prefix: string,
): Promise<(Omit<StoredSecret, 'origins'> & { place: string; connects: string | null })[]> {
  const rows = await drizzle(database)
    .select({
      owner: secrets.owner,
      name: secrets.name,
      changedAt: secrets.changedAt,
      usedAt: secrets.usedAt,
      connects: secrets.connects,
    })
    .from(secrets)
    .where(isBelow(prefix))
    .orderBy(secrets.owner, secrets.name)
    .limit(MAX_LISTED);
  return rows.map(({ owner, ...secret }) => ({ ...secret, place: owner.slice(prefix.length) }));
}

/** Deletes a value, if there is one. */
export async function removeSecret(
  database: D1Database,
  owner: string,
  name: string,
): Promise<void> {
  await drizzle(database).delete(secrets).where(isSecret(owner, name));
}

/**
 * Gives another owner the same values for the same origins, each sealed anew in a row of its own; what the other
 * has under a name is replaced. A value that cannot be read is left out.
 *
 * @param project the one that a chat gets them from: they end there as soon as they may not be used any more.
 */
export async function copySecrets(
  store: SecretStore,
  from: string,
  to: string,
  names: readonly string[],
  project?: string,
): Promise<void> {
  const of = project === undefined ? {} : { project };
  const rows = await drizzle(store.database).select().from(secrets).where(eq(secrets.owner, from));
  for (const row of rows.filter(({ name }) => names.includes(name))) {
    const opened = await open(store.seal, row);
    if (opened.ok) await setSecret(store, to, { name: row.name, ...opened.value, ...of });
  }
}

/**
 * Takes a value away from its owner and gives it to another, in the same row: for a token of which there may
 * be one holder only. What the other has under that name is replaced.
 */
export async function moveSecret(
  database: D1Database,
  from: string,
  to: string,
  name: string,
): Promise<void> {
  const row = await findRow(database, from, name);
  if (row === undefined) return;
  const db = drizzle(database);
  await db.batch([
    db.delete(secrets).where(isSecret(to, name)),
    db.update(secrets).set({ owner: to }).where(eq(secrets.id, row.id)),
  ]);
}

/** Names of the values that an owner got from projects of other accounts than this project's. */
export async function listForeignSecrets(
  database: D1Database,
  owner: string,
  project: string,
): Promise<ReadonlySet<string>> {
  const isForeign = sql`${secrets.project} NOT IN (SELECT id FROM projects
    WHERE account = (SELECT account FROM projects WHERE id = ${project}))`;
  const rows = await drizzle(database)
    .select({ name: secrets.name })
    .from(secrets)
    .where(and(eq(secrets.owner, owner), isForeign));
  return new Set(rows.map(({ name }) => name));
}

/** Deletes all values that callers have given for some projects, or that chats got from them. */
export async function removeCallerSecrets(database: D1Database, projects: string[]): Promise<void> {
  await drizzle(database).delete(secrets).where(inArray(secrets.project, projects));
}

/** Deletes all values of owners whose names begin alike. */
export async function removeSecretsBelow(database: D1Database, prefix: string): Promise<void> {
  await drizzle(database).delete(secrets).where(isBelow(prefix));
}

/** Deletes all values of some owners; at most 100, D1's limit of parameters in a query. */
export async function removeSecrets(database: D1Database, owners: string[]): Promise<void> {
  await drizzle(database).delete(secrets).where(inArray(secrets.owner, owners));
}

async function findRow(
  database: D1Database,
  owner: string,
  name: string,
): Promise<Row | undefined> {
  return drizzle(database).select().from(secrets).where(isSecret(owner, name)).get();
}

async function open(seal: Seal, row: Row): Promise<Result<Sealed, { reason: 'unreadable' }>> {
  const opened = await seal.open(row.sealed, toPlace(row.id));
  return opened.ok
    ? succeed(Sealed.parse(JSON.parse(opened.value)))
    : fail({ reason: 'unreadable' });
}

/** Seals a row's content under the current key, unless it was changed since it was read. */
async function sealAgain(
  { database, seal }: SecretStore,
  { id, sealed: before }: Row,
  content: Sealed,
): Promise<void> {
  const sealed = await seal.seal(JSON.stringify(content), toPlace(id));
  await drizzle(database)
    .update(secrets)
    .set({ sealed, origins: JSON.stringify(content.origins) })
    .where(and(eq(secrets.id, id), eq(secrets.sealed, before)));
}

function isBelow(prefix: string) {
  return and(gte(secrets.owner, prefix), lt(secrets.owner, `${prefix}\u{10ffff}`));
}

function isSecret(owner: string, name: string) {
  return and(eq(secrets.owner, owner), eq(secrets.name, name));
}

function toPlace(row: string) {
  return { table: 'secrets', row, column: 'sealed' };
}
