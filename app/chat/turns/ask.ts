import type { UIMessage } from 'ai';

import type { TooMuch } from '#app/chat/chat-size.ts';
import type { ChatEvent, ChatFailure } from '#app/chat/chat-state.ts';

/** A request to a chat: a new message, an old one once more, or to continue. */
export type Ask =
  | { kind: 'send'; turn: string; answer: string; message: UIMessage; parent?: string | null }
  | { kind: 'retry'; turn: string; answer: string; question: string }
  | { kind: 'continue'; turn: string; answer: string };

/** Why a message is not taken. */
export type AskFailure =
  | ChatFailure
  | TooMuch
  | { reason: 'storageFull' }
  | { reason: 'noImages' }
  | { reason: 'noSuchAttachment' }
  /** The person's own key that was chosen is not there, or cannot be read now. */
  | { reason: 'noSuchKey' }
  /** All turns of the day are used. */
  | ({ reason: 'turnsSpent' } & SpentTurns);

/** Turns of a day that are all used. */
export interface SpentTurns {
  limit: number;
  used: number;
  resetsAt: number;
  /** They are of a guest, who has more after signing in. */
  isGuest: boolean;
}

export function toEvent(ask: Ask): ChatEvent {
  return ask.kind === 'send' ? { ...ask, question: ask.message.id } : { ...ask };
}
