import type { DraftContent } from '#app/drafts/draft-state.ts';
import { pointAt, type RestorePoint } from '#app/drafts/restore-points.ts';

import type { KnownAttachment } from './attachments/attachment-store.server.ts';
import { EMPTY_CHAT, type ChatState } from './chat-state.ts';
import { branchOf, findMessage } from './message-tree.ts';

/** The part of a chat that a fork begins with, and the point that held then. */
export interface Fork {
  chat: ChatState;
  /** Null: the current draft. */
  point: RestorePoint | null;
}

/** The data that a chat's object hands to a chat that forks it. */
export interface ForkedChat {
  chat: ChatState;
  /** The draft as it was then. */
  content: DraftContent;
  /** Of all its messages. */
  bytes: number;
  /** The files that they refer to. */
  attachments: KnownAttachment[];
}

/** The part of it that the new chat keeps. */
export type CopiedChat = Pick<ForkedChat, 'chat' | 'attachments'>;

/**
 * Forks a chat up to a message, or as it is shown now; null if there is no such message. Readers
 * get only what they see: no other branch, no earlier state of the server, and not the model that its owner chose.
 */
export function forkChatState(
  state: ChatState,
  message: string | null,
  isOwn: boolean,
): Fork | null {
  const last = message === null ? null : findMessage(state, message);
  if (last === undefined) return null;
  if (last && !isOwn && !branchOf(state).includes(last)) return null;
  const branch = branchOf(state, last?.id ?? state.leaf);
  // Answers still being written are left out: their text is not known yet.
  const messages = branch.filter(({ status }) => status !== 'running');
  const { title, model } = state;
  const chat = {
    ...EMPTY_CHAT,
    title,
    messages,
    leaf: messages.at(-1)?.id ?? null,
    ...(model === undefined || !isOwn ? {} : { model }),
  };
  return { chat, point: last === null || !isOwn ? null : pointAt(state.points, last) };
}
