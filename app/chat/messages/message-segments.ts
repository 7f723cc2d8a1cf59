import { getToolName, isToolUIPart, type DynamicToolUIPart, type ToolUIPart } from 'ai';

import { isHouseText } from '#app/builder/models/draft-note.ts';
import { faceOf, type ToolEffect } from '#app/builder/tools/tool-face.ts';
import type { ChatData, ChatPart } from '#app/chat/chat-parts.ts';

export type ToolCallPart = ToolUIPart | DynamicToolUIPart;

/** Characters. */
const LONGEST_REMARK = 120;

const SUMMARISED = 'Earlier messages were summarised for the model.';

/** A call, or one short line that was said before one. */
export type ActivityStep = ToolCallPart | string;

/** A group of parts that are shown together. */
export type MessageSegment =
  | { kind: 'text'; text: string }
  /** Words of the product in place of the model. */
  | { kind: 'note'; text: string }
  | { kind: 'thought'; text: string }
  | { kind: 'plan'; part: ToolCallPart }
  | { kind: 'question'; part: ToolCallPart }
  /** Calls in a row, with the remarks between them. */
  | { kind: 'activity'; steps: ActivityStep[] }
  | { kind: 'state'; state: ChatData['state'] }
  | { kind: 'changes'; changes: ChatData['changes'] };

/** Puts the parts of an answer together as they are shown: calls in a row are one timeline. */
export function toSegments(parts: readonly ChatPart[]): MessageSegment[] {
  const segments: MessageSegment[] = [];
  for (const part of parts) {
    const segment = toSegment(part);
    if (segment === null) continue;
    const last = segments.at(-1);
    if (segment.kind === 'activity' && last?.kind === 'text' && isRemark(last.text)) {
      segments.pop();
      segment.steps.unshift(last.text);
    }
    const before = segments.at(-1);
    if (segment.kind === 'activity' && before?.kind === 'activity') {
      before.steps.push(...segment.steps);
    } else segments.push(segment);
  }
  return segments;
}

/** One short line without Markdown. */
function isRemark(text: string): boolean {
  return text.length <= LONGEST_REMARK && !/[\n*`[\]#|]/.test(text.trim());
}

function toSegment(part: ChatPart): MessageSegment | null {
  if (part.type === 'text') {
    const kind = isHouseText(part) ? 'note' : 'text';
    return part.text === '' ? null : { kind, text: part.text };
  }
  if (part.type === 'reasoning')
    return part.text === '' ? null : { kind: 'thought', text: part.text };
  if (part.type === 'data-state') return { kind: 'state', state: part.data as ChatData['state'] };
  if (part.type === 'data-changes') {
    return { kind: 'changes', changes: part.data as ChatData['changes'] };
  }
  if (part.type === 'data-summary') return { kind: 'activity', steps: [SUMMARISED] };
  if (!isToolUIPart(part)) return null;
  switch (effectOf(part)) {
    case 'plans':
      return { kind: 'plan', part };
    case 'asks':
      return { kind: 'question', part };
    default:
      return { kind: 'activity', steps: [part] };
  }
}

function effectOf(part: ToolCallPart): ToolEffect | undefined {
  return faceOf(getToolName(part))?.effect;
}

/** How many steps of a plan are done: as many as changes were made, all of them once the turn is. */
export function countDone(
  steps: number,
  calls: readonly ToolCallPart[],
  isOver: boolean,
  hasFailed: (part: ToolCallPart) => boolean,
): number {
  const changes = calls.filter((part) => effectOf(part) === 'changes');
  const done = changes.filter((part) => part.state === 'output-available' && !hasFailed(part));
  if (isOver && done.length === changes.length && changes.length > 0) return steps;
  return Math.min(done.length, isOver ? steps : steps - 1);
}

/** The calls among the steps of a timeline. */
export function callsOf(steps: readonly ActivityStep[]): ToolCallPart[] {
  return steps.filter((step) => typeof step !== 'string');
}
