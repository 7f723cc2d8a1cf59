import { fail, succeed, type Result } from '#app/platform/result.ts';
import { sha256 } from '#app/platform/sha256.ts';

import { findApiKey, noteApiKeyUse } from './api-key-store.server.ts';
import { isApiKeyToken } from './api-key-token.ts';
import type { KeyProjects } from './api-key.ts';

/** The last use of a key is written so often at most. */
const USE_NOTED_MS = 60 * 60 * 1_000;

/** A key that is valid, with its rights. */
export interface VerifiedKey {
  id: string;
  account: string;
  /** The user who made it. */
  createdBy: string;
  projects: KeyProjects;
  mayManage: boolean;
  /** Null: it does not expire. */
  expiresAt: number | null;
}

/** Why a text is not a valid key. */
export interface KeyRefusal {
  reason: 'malformed' | 'unknownKey' | 'revokedKey' | 'expiredKey';
}

/**
 * Verifies an API key. A wrong checksum is refused before the database is asked.
 *
 * @param noteUse takes the writing of the last use, which nobody waits for.
 */
export async function verifyKey(
  database: D1Database,
  token: string,
  now: number,
  noteUse: (written: Promise<void>) => void,
): Promise<Result<VerifiedKey, KeyRefusal>> {
  if (!isApiKeyToken(token)) return fail({ reason: 'malformed' });
  const row = await findApiKey(database, await sha256(token));
  if (row === undefined) return fail({ reason: 'unknownKey' });
  if (row.revokedAt !== null) return fail({ reason: 'revokedKey' });
  if (row.expiresAt !== null && row.expiresAt <= now) return fail({ reason: 'expiredKey' });
  const { id, accountId: account, createdBy, projects, mayManage, expiresAt, usedAt } = row;
  if (usedAt === null || usedAt < now - USE_NOTED_MS) noteUse(noteApiKeyUse(database, id, now));
  return succeed({ id, account, createdBy, projects, mayManage, expiresAt });
}
