import type { FileUIPart } from 'ai';

import type { ChatMessage } from '#app/chat/chat-parts.ts';

/** The actions of a conversation; those that a conversation does not support are absent. */
export interface ChatActions {
  /** Returns whether the message was sent: not while something runs. */
  send: (text: string, files?: readonly FileUIPart[]) => boolean;
  stop: () => void;
  /**
   * Replaces a message on a new branch; the old one stays. Returns whether the new one was sent:
   * not while something runs.
   */
  edit: (message: ChatMessage, text: string) => boolean;
  /** Asks the question of an answer once more, by default the last one's; the old answer stays. */
  retry: (message?: ChatMessage) => void;
  /** Goes on with the last answer, which ended before its time. */
  goOn?: () => void;
  /** Shows the branch that a message is on. */
  show?: (leaf: string) => void;
}
