import type { UIMessage } from 'ai';

import type { ChatState } from '#app/chat/chat-state.ts';
import { branchOf } from '#app/chat/message-tree.ts';
import { toTitle } from '#app/chat/to-title.ts';

/**
 * The title of a chat to which somebody says this: the one that it has, or one made of the message. One that
 * was made of a first message is made anew when that is edited: the words that were taken back do not stay.
 *
 * @param before the chat before the message
 */
export function titleAfter(
  before: ChatState,
  ask: { kind: string; message?: UIMessage; parent?: string | null },
  readMessages: (ids: readonly string[]) => UIMessage[],
): string | null {
  const { title } = before;
  if (ask.message === undefined) return title;
  if (title === null) return toTitle(ask.message);
  const [first] = branchOf(before);
  if (ask.parent !== null || first === undefined) return title;
  const [edited] = readMessages([first.id]);
  return edited && toTitle(edited) === title ? (toTitle(ask.message) ?? title) : title;
}
