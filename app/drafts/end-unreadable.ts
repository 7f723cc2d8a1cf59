import * as z from 'zod/mini';

import { DraftHead, endOf, TOMBSTONE_MS, type DraftEvent, type DraftState } from './draft-state.ts';

/** The parts that decide about the end of a draft. */
const Mortal = z.object({
  head: z.pick(DraftHead, { owner: true, expiresAt: true, deletedAt: true }),
});

/**
 * The next state of a draft whose stored state this version cannot read: it still ends when its time
 * is over, or when it is removed, unless it is seen to be somebody else's. Null: it stays.
 */
export function endUnreadable(
  stored: unknown,
  event: Extract<DraftEvent, { kind: 'remove' | 'alarm' }>,
  now: number,
): DraftState | null {
  if (event.kind === 'remove') {
    const read = Mortal.safeParse(stored);
    if (read.success && read.data.head.owner !== event.owner) return null;
    return { kind: 'expired', until: now + TOMBSTONE_MS };
  }
  const end = endOfUnreadable(stored);
  return end !== null && now >= end ? { kind: 'expired', until: end + TOMBSTONE_MS } : null;
}

/** When such a draft ends; null where its state does not say, or says never. */
export function endOfUnreadable(stored: unknown): number | null {
  const read = Mortal.safeParse(stored);
  return read.success ? endOf(read.data.head) : null;
}
