import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import * as z from 'zod';

import { randomId } from '#app/platform/ids.ts';
import type { Seal } from '#app/platform/seal.server.ts';

import { modelKeys } from './key-table.server.ts';
import type { KeyKind, KeyPrice, ModelKeyView } from './model-key.ts';
import type { NewModelKey } from './new-model-key.ts';

export interface KeyStore {
  database: D1Database;
  seal: Seal;
}

/** A value is never stored apart from its allowed origin. */
const Sealed = z.strictObject({ value: z.string(), origin: z.string() });

const SHOWN_CHARACTERS = 4;

/** A key with everything that is stored of it. */
type WholeKey = Required<Omit<NewModelKey, 'price'>> &
  Pick<NewModelKey, 'price'> & { kind: KeyKind };

/** Seals a key for the origin of its address, replacing the previous one of that kind. */
export async function setModelKey(
  { database, seal }: KeyStore,
  accountId: string,
  key: WholeKey,
  now: number,
): Promise<ModelKeyView> {
  const { kind, label, baseUrl, model, value } = key;
  const id = randomId();
  const origin = new URL(baseUrl).origin;
  const sealed = await seal.seal(JSON.stringify({ value, origin }), toPlace(id));
  const lastFour = value.slice(-SHOWN_CHARACTERS);
  const db = drizzle(database);
  const price = key.price === undefined ? await findPrice(database, accountId, key) : key.price;
  const row = { kind, label, baseUrl, model, lastFour, createdAt: now, usedAt: null };
  const prices = { inputPrice: price?.input ?? null, outputPrice: price?.output ?? null };
  await db.batch([
    db.delete(modelKeys).where(isKey(accountId, kind)),
    db.insert(modelKeys).values({ ...row, ...prices, id, accountId, sealed }),
  ]);
  return { ...row, ...(price && { price }) };
}

/** The price of the key that is replaced, where it is for the same model. */
async function findPrice(
  database: D1Database,
  accountId: string,
  { kind, baseUrl, model }: WholeKey,
): Promise<KeyPrice | undefined> {
  const keys = await listModelKeys(database, accountId);
  const known = keys.find((each) => each.kind === kind);
  return known?.baseUrl === baseUrl && known.model === model ? known.price : undefined;
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
  return rows.map(({ inputPrice: input, outputPrice: output, ...row }) => {
    const { kind, label, baseUrl, model, lastFour, createdAt, usedAt } = row;
    const price = input === null || output === null ? {} : { price: { input, output } };
    return { kind, label, baseUrl, model, lastFour, ...price, createdAt, usedAt };
  });
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
