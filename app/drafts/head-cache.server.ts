import { succeed, type Result } from '#app/platform/result.ts';

import type { DraftHead } from './draft-state.ts';
import { readDraft, type DraftBindings } from './store.server.ts';

/** A change shows everywhere after so long at the latest, and here at once. */
export const HEAD_CACHE_MS = 30_000;
/** So that an isolate that serves many drafts does not grow for ever. */
const MAX_LEASES = 1_000;

const leases = new Map<string, { head: DraftHead; until: number }>();

/** The head of a draft, at most {@link HEAD_CACHE_MS} old. Only live drafts are remembered. */
export async function readCachedHead(
  env: DraftBindings,
  id: string,
  now: number,
): Promise<Result<DraftHead, { reason: 'unknown' | 'expired' }>> {
  const known = leases.get(id);
  if (known !== undefined && now < known.until) return succeed(known.head);
  leases.delete(id);
  const head = await readDraft(env, id);
  if (!head.ok) return head;
  cacheHead(head.value, now);
  return head;
}

/** Forgets what this isolate remembers of a draft. */
export function dropCachedHead(id: string): void {
  leases.delete(id);
}

/** Puts a draft's new head in place of what this isolate remembers. */
export function cacheHead(head: DraftHead, now: number): void {
  leases.delete(head.id);
  leases.set(head.id, { head, until: Math.min(now + HEAD_CACHE_MS, head.expiresAt ?? Infinity) });
  const [oldest] = leases.keys();
  if (leases.size > MAX_LEASES && oldest !== undefined) leases.delete(oldest);
}
