import type { ChatData } from '#app/chat/chat-parts.ts';

const WORDS = {
  waiting: 'Waiting for the model',
  retrying: 'Asking the model again',
  fallback: 'Another model is taking over',
};

/** Why an answer takes longer than usual, or comes from another model. */
export function StateNote({ state, isOver }: { state: ChatData['state']; isOver: boolean }) {
  // That somebody had to wait is of no interest once it is over.
  if (isOver && state.kind !== 'fallback') return null;
  return (
    <p className="rounded-control bg-warn-tint px-3 py-1.5 text-sm text-warn">
      {WORDS[state.kind]}
      {state.model ? `: ${state.model}` : ''}
      {state.seconds ? `, in ${state.seconds} s` : ''}. {state.reason}
    </p>
  );
}
