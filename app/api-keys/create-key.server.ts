import { randomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { sha256 } from '#app/platform/sha256.ts';

import type { KeyRotation, NewApiKey } from './api-key-change.ts';
import {
  findOwnApiKey,
  insertApiKey,
  ownsProjects,
  replaceApiKey,
  toApiKeyView,
  type NewStoredKey,
} from './api-key-store.server.ts';
import { createApiKeyToken, toLastFour } from './api-key-token.ts';
import type { CreatedKey } from './api-key.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

/** The user who makes a key, and the account that it belongs to. */
export interface KeyOwner {
  uid: string;
  accountId: string;
}

export type CreateFailure = { reason: 'foreignProject' } | { reason: 'tooMany' };
export type RotateFailure = { reason: 'unknownKey' } | { reason: 'endedKey' };

/** Makes a key; its token is in the answer, and nowhere else. */
export async function createKey(
  database: D1Database,
  owner: KeyOwner,
  { expiresInDays, ...wanted }: NewApiKey,
  now: number,
): Promise<Result<CreatedKey, CreateFailure>> {
  const { projects } = wanted;
  if (projects !== 'all' && !(await ownsProjects(database, owner.accountId, projects))) {
    return fail({ reason: 'foreignProject' });
  }
  const expiresAt = expiresInDays === null ? null : now + expiresInDays * DAY_MS;
  const { token, stored } = await toStored(owner, { ...wanted, expiresAt }, now);
  const isAdded = await insertApiKey(database, stored, now);
  return isAdded ? succeed(toCreated(stored, token)) : fail({ reason: 'tooMany' });
}

/** Makes a key with the rights and lifetime of another, which ends after the overlap. */
export async function rotateKey(
  database: D1Database,
  owner: KeyOwner,
  id: string,
  { overlapHours }: KeyRotation,
  now: number,
): Promise<Result<CreatedKey, RotateFailure>> {
  const old = await findOwnApiKey(database, owner.accountId, id);
  if (old === undefined) return fail({ reason: 'unknownKey' });
  const isEnded = old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt <= now);
  if (isEnded || old.replacedBy !== null) return fail({ reason: 'endedKey' });
  const { name, projects, mayManage } = old;
  const expiresAt = old.expiresAt === null ? null : now + (old.expiresAt - old.createdAt);
  const { token, stored } = await toStored(owner, { name, projects, mayManage, expiresAt }, now);
  const isMade = await replaceApiKey(database, old, stored, now + overlapHours * HOUR_MS);
  return isMade ? succeed(toCreated(stored, token)) : fail({ reason: 'endedKey' });
}

async function toStored(
  { uid, accountId }: KeyOwner,
  rights: Pick<NewStoredKey, 'name' | 'projects' | 'mayManage' | 'expiresAt'>,
  now: number,
): Promise<{ token: string; stored: NewStoredKey }> {
  const token = createApiKeyToken();
  const made = { id: randomId(), accountId, createdBy: uid, createdAt: now };
  const shown = { hash: await sha256(token), lastFour: toLastFour(token) };
  return { token, stored: { ...rights, ...made, ...shown } };
}

function toCreated(stored: NewStoredKey, token: string): CreatedKey {
  const row = { ...stored, usedAt: null, revokedAt: null, replacedBy: null };
  return { key: toApiKeyView(row), token };
}
