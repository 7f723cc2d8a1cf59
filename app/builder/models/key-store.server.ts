import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import * as z from 'zod';

import { randomId } from '#app/platform/ids.ts';
import type { Seal } from '#app/platform/seal.server.ts';

import { modelKeys } from './key-table.server.ts';
import type { KeyKind, ModelKeyView } from './model-key.ts';
import type { NewModelKey } from './new-model-key.ts';

export interface KeyStore {
  database: D1Database;
  seal: Seal;
}

/** A value is never stored apart from its allowed origin. */
const Sealed = z.strictObject({ value: z.string(), origin: z.string() });

const SHOWN_CHARACTERS = 4;

/** Seals a key for the origin of its address, replacing the previous one of that kind. */
export async function setModelKey(
  { database, seal }: KeyStore,
  accountId: string,
  key: Omit<Required<NewModelKey>, 'value'> & { kind: KeyKind; value: string },
  now: number,
): Promise<ModelKeyView> {
  const { kind, label, baseUrl, model, value } = key;
  const id = randomId();
  const origin = new URL(baseUrl).origin;
  const sealed = await seal.seal(JSON.stringify({ value, origin }), toPlace(id));
  const lastFour = value.slice(-SHOWN_CHARACTERS);
  const view = { kind, label, baseUrl, model, lastFour, createdAt: now, usedAt: null };
  const db = drizzle(database);
  await db.batch([
    db.delete(modelKeys).where(isKey(accountId, kind)),
    db.insert(modelKeys).values({ ...view, id, accountId, sealed }),
  ]);
  return view;
}

/** The keys of an account, without their values. */
export async function listModelKeys(
  database: D1Database,
  accountId: string,
): Promise<ModelKeyView[]> {
  const rows = await drizzle(database)
    .select()
    .from(modelKeys)
    .where(eq(modelKeys.accountId, accountId))
    .orderBy(modelKeys.kind);
  return rows.map(({ kind, label, baseUrl, model, lastFour, createdAt, usedAt }) => ({
    kind,
    label,
    baseUrl,
    model,
    lastFour,
    createdAt,
    usedAt,
  }));
}

/**
 * The value of a key; null if there is none, if it was altered or sealed under a removed key, or if it would
 * be sent to another origin than it was sealed for.
 */
export async function openModelKey(
  { database, seal }: KeyStore,
  accountId: string,
  kind: KeyKind,
): Promise<string | null> {
  const row = await drizzle(database).select().from(modelKeys).where(isKey(accountId, kind)).get();
  if (row === undefined) return null;
  const opened = await seal.open(row.sealed, toPlace(row.id));
  if (!opened.ok) return null;
  const { value, origin } = Sealed.parse(JSON.parse(opened.value));
  return origin === new URL(row.baseUrl).origin ? value : null;
}

/** Records that a key was used. */
export async function noteKeyUse(
  database: D1Database,
  accountId: string,
  kind: KeyKind,
  now: number,
): Promise<void> {
  await drizzle(database).update(modelKeys).set({ usedAt: now }).where(isKey(accountId, kind));
}

/** Deletes a key, if there is one. */
export async function removeModelKey(
  database: D1Database,
  accountId: string,
  kind: KeyKind,
): Promise<void> {
  await drizzle(database).delete(modelKeys).where(isKey(accountId, kind));
}

function isKey(accountId: string, kind: KeyKind) {
  return and(eq(modelKeys.accountId, accountId), eq(modelKeys.kind, kind));
}

function toPlace(row: string) {
  return { table: 'model_keys', row, column: 'sealed' };
}
