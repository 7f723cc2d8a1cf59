import type { ChatData } from '#app/chat/chat-parts.ts';

/** Why an answer takes longer than usual, or comes from another model. */
export function StateNote({ state, isOver }: { state: ChatData['state']; isOver: boolean }) {
  // That somebody had to wait is of no interest once it is over.
  if (isOver && state.kind !== 'fallback') return null;
  return (
    <p className="rounded-control bg-warn-tint px-3 py-1.5 text-sm text-warn">
      {describeState(state)}
    </p>
  );
}

function describeState({ kind, model, reason, seconds }: ChatData['state']): string {
  switch (kind) {
    case 'waiting':
      return `${reason}${seconds ? ` Waiting up to ${seconds} s more.` : ''}`;
    case 'retrying':
      return `${reason} Asking ${model ?? 'the model'} again${seconds ? ` in ${seconds} s` : ''}.`;
    case 'fallback':
      return `${reason} ${model ?? 'Another model'} is taking over.`;
  }
}
