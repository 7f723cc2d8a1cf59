import type { DraftAccess } from '#app/drafts/draft-access.server.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';

/** Whether a caller sees a published snapshot in place of what the owner works on. */
export function seesSnapshot({ visibility, snapshot }: DraftHead, access: DraftAccess): boolean {
  return access === 'visitor' && visibility === 'public' && snapshot !== undefined;
}

/** The head of a draft as a caller sees it: visitors of a public one get the server that was published. */
export function toShownHead(head: DraftHead, access: DraftAccess): DraftHead {
  return seesSnapshot(head, access) ? { ...head, ...head.snapshot?.content } : head;
}
