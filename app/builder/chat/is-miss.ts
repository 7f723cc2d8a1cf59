import { isToolUIPart } from 'ai';

import { findData, problemsOf, type ChatMessage } from './chat-parts.ts';

/** Whether a turn of the built-in builder came to its end and did nothing: no change, no working call. */
export function isMiss(message: ChatMessage): boolean {
  if ((message.metadata?.status ?? 'done') !== 'done') return false;
  if (findData(message, 'usage')?.isBuiltIn !== true) return false;
  if (findData(message, 'point') !== null) return false;
  return message.parts.every((part) => !isToolUIPart(part) || problemsOf(part).length > 0);
}
