import { getToolName, isToolUIPart, type DynamicToolUIPart, type ToolUIPart } from 'ai';

import type { ChatData, ChatPart } from './chat-parts.ts';

export type ToolCallPart = ToolUIPart | DynamicToolUIPart;

/** What stands together on the screen. */
export type MessageSegment =
  | { kind: 'text'; text: string }
  | { kind: 'thought'; text: string }
  | { kind: 'plan'; part: ToolCallPart }
  | { kind: 'question'; part: ToolCallPart }
  | { kind: 'activity'; parts: ToolCallPart[] }
  | { kind: 'state'; state: ChatData['state'] };

/** Puts the parts of an answer together as they are shown: calls in a row are one timeline. */
export function toSegments(parts: readonly ChatPart[]): MessageSegment[] {
  const segments: MessageSegment[] = [];
  for (const part of parts) {
    const segment = toSegment(part);
    if (segment === null) continue;
    const last = segments.at(-1);
    if (segment.kind === 'activity' && last?.kind === 'activity') last.parts.push(...segment.parts);
    else segments.push(segment);
  }
  return segments;
}

function toSegment(part: ChatPart): MessageSegment | null {
  if (part.type === 'text') return part.text === '' ? null : { kind: 'text', text: part.text };
  if (part.type === 'reasoning')
    return part.text === '' ? null : { kind: 'thought', text: part.text };
  if (part.type === 'data-state') return { kind: 'state', state: part.data as ChatData['state'] };
  if (!isToolUIPart(part)) return null;
  const tool = getToolName(part);
  if (tool === 'propose_plan') return { kind: 'plan', part };
  if (tool === 'ask_user') return { kind: 'question', part };
  return { kind: 'activity', parts: [part] };
}

const LOOKING = new Set(['read_blueprint', 'read_file', 'run_checks', 'run_tool', 'propose_plan']);

/** How many steps of a plan are done: as many as changes were made, all of them once the turn is. */
export function countDone(
  steps: number,
  calls: readonly ToolCallPart[],
  isOver: boolean,
  hasFailed: (part: ToolCallPart) => boolean,
): number {
  const changes = calls.filter((part) => !LOOKING.has(getToolName(part)));
  const done = changes.filter((part) => part.state === 'output-available' && !hasFailed(part));
  if (isOver && done.length === changes.length && changes.length > 0) return steps;
  return Math.min(done.length, isOver ? steps : steps - 1);
}
