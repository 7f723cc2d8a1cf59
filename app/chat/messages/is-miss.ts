import { getToolName, isToolUIPart } from 'ai';

import { EMPTY_MISS_QUESTION, MISS_QUESTION } from '#app/builder/built-in/miss-questions.ts';
import { faceOf } from '#app/builder/tools/tool-face.ts';
import { findData, type ChatMessage, type ChatPart } from '#app/chat/chat-parts.ts';

/** Whether the built-in builder could make nothing of a message: it asked what to do instead. */
export function isMiss(message: ChatMessage): boolean {
  if ((message.metadata?.status ?? 'done') !== 'done') return false;
  return findData(message, 'usage')?.isBuiltIn === true && message.parts.some(asksInstead);
}

function asksInstead(part: ChatPart): boolean {
  if (!isToolUIPart(part) || faceOf(getToolName(part))?.effect !== 'asks') return false;
  const { question } = (part.input ?? {}) as { question?: unknown };
  return question === MISS_QUESTION || question === EMPTY_MISS_QUESTION;
}
