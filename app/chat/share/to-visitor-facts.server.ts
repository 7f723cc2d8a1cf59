import type { FoundDraft } from '#app/drafts/find-draft.server.ts';

import type { VisitorFacts } from './visitor-facts.ts';

/** Facts about a chat for a visitor; null for who may change it. */
export function toVisitorFacts({ head, access }: FoundDraft): VisitorFacts | null {
  if (access !== 'visitor') return null;
  const { snapshot } = head;
  if (head.visibility !== 'public' || !snapshot) {
    return { title: null, author: null, summary: '', tags: [], publishedAt: null, updatedAt: null };
  }
  const { listing, at, updatedAt } = snapshot;
  return { ...listing, publishedAt: at, updatedAt };
}
