import type { UIMessage } from 'ai';

import type { ChangeSetView } from '#app/builder/change-set/change-set.ts';
import type { PointView } from '#app/drafts/restore-points.ts';

/**
 * Lists what the person did since then, in sentences: decisions on the changes that the last answer
 * proposed, edits on the screen, restores. Nothing where there was no turn before.
 */
export function changesByHand(
  points: readonly Pick<PointView, 'by' | 'at' | 'changed' | 'restored'>[],
  since: number | undefined,
  messages: readonly UIMessage[] = [],
): string[] {
  if (since === undefined) return [];
  const edits = points.flatMap(({ by, at, changed, restored }) => {
    if (at < since || (by !== 'screen' && by !== 'restore')) return [];
    const put = by === 'restore' && restored !== undefined;
    return [...(put ? [`Put back restore point ${restored}.`] : []), ...changed];
  });
  return [...listDecisions(messages), ...edits];
}

function listDecisions(messages: readonly UIMessage[]): string[] {
  const answer = messages.findLast(({ role }) => role === 'assistant');
  return (answer?.parts ?? []).flatMap((part) => {
    if (part.type !== 'data-changes' || !('data' in part)) return [];
    const { state, items, approved } = part.data as ChangeSetView;
    return items.map(({ id, risks }) => {
      const outcome = approved.includes(id) ? 'Approved' : OUTCOMES[state];
      return `${outcome}: ${risks.join(' ')}`;
    });
  });
}

const OUTCOMES: Record<ChangeSetView['state'], string> = {
  open: 'Not decided yet',
  // The rest of one that was approved in part.
  approved: 'Refused',
  refused: 'Refused',
  outdated: 'Given up by going back to an earlier state',
};
