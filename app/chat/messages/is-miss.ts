import { getToolName, isToolUIPart } from 'ai';

import { faceOf } from '#app/builder/tools/tool-face.ts';
import { findData, type ChatMessage, type ChatPart } from '#app/chat/chat-parts.ts';

/** Whether the built-in builder could make nothing of a message: its question names what was unclear. */
export function isMiss(message: ChatMessage): boolean {
  if ((message.metadata?.status ?? 'done') !== 'done') return false;
  return findData(message, 'usage')?.isBuiltIn === true && message.parts.some(namesUnclear);
}

function namesUnclear(part: ChatPart): boolean {
  if (!isToolUIPart(part) || faceOf(getToolName(part))?.effect !== 'asks') return false;
  const { unclear } = (part.input ?? {}) as { unclear?: unknown };
  return Array.isArray(unclear) && unclear.length > 0;
}
