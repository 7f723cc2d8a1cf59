import type { FileUIPart } from 'ai';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { ChangeSetView } from '#app/builder/change-set/change-set.ts';
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
  /** Decides on changes that wait for the person: these items are applied, the others refused. */
  decide?: (changes: ChangeSetView, approve: string[]) => Promise<RequestFailure | null>;
  /** Keeps the answer to a call that was approved, by its item, as an answer of the mock. */
  keepAnswer?: (changes: ChangeSetView, item: string) => Promise<RequestFailure | null>;
  /** Shows the branch that a message is on. */
  show?: (leaf: string) => void;
}
