import { getToolName, isToolUIPart } from 'ai';

import { findData, problemsOf, type ChatMessage, type ChatPart } from './chat-parts.ts';

/** Calls that only look at the draft, or say what is to come. */
const LOOKS = new Set(['read_blueprint', 'read_file', 'propose_plan']);

/** Whether a turn of the built-in builder came to its end and did nothing: no change, no working call. */
export function isMiss(message: ChatMessage): boolean {
  if ((message.metadata?.status ?? 'done') !== 'done') return false;
  if (findData(message, 'usage')?.isBuiltIn !== true) return false;
  return findData(message, 'point') === null && !message.parts.some(isDeed);
}

function isDeed(part: ChatPart): boolean {
  return isToolUIPart(part) && !LOOKS.has(getToolName(part)) && problemsOf(part).length === 0;
}
