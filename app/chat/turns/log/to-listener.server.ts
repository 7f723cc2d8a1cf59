import { toReaderLine } from '#app/chat/to-reader-message.ts';
import { mayRead, type DraftAccess } from '#app/drafts/draft-access.server.ts';
import { seesSnapshot } from '#app/drafts/publishing/to-shown-head.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import type { Result } from '#app/platform/result.ts';

import { OWNER, type Listener } from './run-log.ts';

/** Listens to a turn as this caller: its owner hears all, others as readers, and for as long as they may read. */
export function toListener(
  access: DraftAccess,
  readHead: () => Result<DraftHead, { reason: string }>,
): Listener {
  if (access === 'owner') return OWNER;
  const isAdmitted = () => {
    const head = readHead();
    return head.ok && mayRead(head.value, access) && !seesSnapshot(head.value, access);
  };
  return { isAdmitted, show: toReaderLine };
}
