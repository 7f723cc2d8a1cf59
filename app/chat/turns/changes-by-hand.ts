import type { UIMessage } from 'ai';

import type { ChangeSetView } from '#app/builder/change-set/change-set.ts';
import type { ChatState, RunningTurn } from '#app/chat/chat-state.ts';
import { branchOf } from '#app/chat/message-tree.ts';
import type { PointView } from '#app/drafts/restore-points.ts';

/**
 * Lists what the person did since then, in sentences: decisions on the changes that the last answer
 * proposed, edits on the screen, restores.
 *
 * @param since Undefined: no answer was complete before, so that only its decisions are told.
 */
export function changesByHand(
  points: readonly Pick<PointView, 'by' | 'at' | 'changed' | 'restored'>[],
  since: number | undefined,
  messages: readonly UIMessage[] = [],
): string[] {
  const edits = points.flatMap(({ by, at, changed, restored }) => {
    if (since === undefined || at < since || (by !== 'screen' && by !== 'restore')) return [];
    const put = by === 'restore' && restored !== undefined;
    return [...(put ? [`Put back restore point ${restored}.`] : []), ...changed];
  });
  return [...listDecisions(messages), ...edits];
}

/** Answers of the real API to calls of the last turn that the person approved, each in so many characters. */
export function listRealAnswers(messages: readonly UIMessage[], maxCharacters: number): string[] {
  return listSets(messages).flatMap(({ items, isOffer }) =>
    items.flatMap(({ realCall }) => {
      // The turn that made the call was told its answer.
      if (isOffer) return [];
      const { tool, arguments: given, answer } = realCall ?? {};
      if (answer === undefined) return [];
      const sent = answer.requests.map(
        ({ request, outcome }) => `${request}${outcome === undefined ? '' : `: ${outcome}`}`,
      );
      const kept = answer.keeping === 'done' ? ' The mock answers the same now.' : '';
      const told = [
        `${tool} ${given} ${answer.isError ? 'failed' : 'answered'}:`,
        answer.text,
        ...(sent.length > 0 ? [`Sent: ${sent.join('; ')}.${kept}`] : []),
      ].join('\n');
      return [cut(told, maxCharacters)];
    }),
  );
}

function cut(text: string, limit: number): string {
  const left = text.length - limit;
  return left <= 0 ? text : `${text.slice(0, limit).toWellFormed()}… (${left} more characters)`;
}

/** The change sets that the last answer ended with. */
function listSets(messages: readonly UIMessage[]): ChangeSetView[] {
  const answer = messages.findLast(({ role }) => role === 'assistant');
  return (answer?.parts ?? []).flatMap((part) =>
    part.type === 'data-changes' && 'data' in part ? [part.data as ChangeSetView] : [],
  );
}

function listDecisions(messages: readonly UIMessage[]): string[] {
  return listSets(messages).flatMap(({ state, items, approved, isOffer }) =>
    items.flatMap(({ id, risks, realCall }) => {
      if (isOffer) {
        const isKept = realCall?.answer?.keeping === 'done';
        return isKept ? [`Kept the real answer of ${realCall?.tool} for the mock.`] : [];
      }
      const outcome = approved.includes(id) ? 'Approved' : OUTCOMES[state];
      return [`${outcome}: ${risks.join(' ')}`];
    }),
  );
}

const OUTCOMES: Record<ChangeSetView['state'], string> = {
  open: 'Not decided yet',
  // The rest of one that was approved in part.
  approved: 'Refused',
  refused: 'Refused',
  outdated: 'No longer open, and never decided on',
};

/** When the answer before the question began; nothing is changed by hand while one is written. */
export function lastAnswerAt({ question }: RunningTurn, state: ChatState): number | undefined {
  return branchOf(state, question).at(-2)?.at;
}
