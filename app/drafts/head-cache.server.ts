import type { DraftHead } from './draft-state.ts';

/** A change made in another isolate shows here after so long at the latest. */
export const HEAD_CACHE_MS = 30_000;
/** So that an isolate that serves many drafts does not grow for ever. */
const MAX_HEADS = 1_000;

const heads = new Map<string, { head: DraftHead; until: number }>();

/** The head of a draft as this isolate remembers it; null where it does not, or no longer. */
export function findCachedHead(id: string, now: number): DraftHead | null {
  const known = heads.get(id);
  if (known !== undefined && now < known.until) return known.head;
  heads.delete(id);
  return null;
}

/** Remembers the head of a draft, never beyond its end. */
export function cacheHead(head: DraftHead, now: number): void {
  heads.delete(head.id);
  heads.set(head.id, { head, until: Math.min(now + HEAD_CACHE_MS, head.expiresAt ?? Infinity) });
  const [oldest] = heads.keys();
  if (heads.size > MAX_HEADS && oldest !== undefined) heads.delete(oldest);
}

/** Forgets what this isolate remembers of a draft. */
export function dropCachedHead(id: string): void {
  heads.delete(id);
}
