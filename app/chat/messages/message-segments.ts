import { getToolName, isToolUIPart, type DynamicToolUIPart, type ToolUIPart } from 'ai';

import { isHouseText } from '#app/builder/models/draft-note.ts';
import { faceOf, type ToolEffect } from '#app/builder/tools/tool-face.ts';
import type { ChatData, ChatPart } from '#app/chat/chat-parts.ts';

import { toPlanCalls, type PlanCall } from './read-plan.ts';

export type ToolCallPart = ToolUIPart | DynamicToolUIPart;

/** Characters. */
const LONGEST_REMARK = 120;

/** Sentences about what the model is told in short only, by the parts that say so. */
const SHORTENED: ReadonlyMap<string, string> = new Map([
  ['data-summary', 'Earlier messages were summarised for the model.'],
  ['data-folded', 'Older results of this turn were summarised for the model.'],
]);

/** A call, or one short line that was said before one. */
export type ActivityStep = ToolCallPart | string;

/** A group of parts that are shown together. */
export type MessageSegment =
  | { kind: 'text'; text: string }
  /** Words of the product in place of the model. */
  | { kind: 'note'; text: string }
  | { kind: 'thought'; text: string }
  /** The calls that made the plan: there is one, where the first of them stands. */
  | { kind: 'plan'; calls: PlanCall[] }
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
    const plan = segment.kind === 'plan' ? segments.find(isPlan) : undefined;
    if (plan && segment.kind === 'plan') {
      plan.calls.push(...segment.calls);
      continue;
    }
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
  const shortened = SHORTENED.get(part.type);
  if (shortened !== undefined) return { kind: 'activity', steps: [shortened] };
  if (!isToolUIPart(part)) return null;
  switch (effectOf(part)) {
    case 'plans':
      return { kind: 'plan', calls: toPlanCalls(part) };
    case 'asks':
      return { kind: 'question', part };
    default:
      return { kind: 'activity', steps: [part] };
  }
}

function isPlan(segment: MessageSegment): segment is Extract<MessageSegment, { kind: 'plan' }> {
  return segment.kind === 'plan';
}

function effectOf(part: ToolCallPart): ToolEffect | undefined {
  return faceOf(getToolName(part))?.effect;
}

/** The calls among the steps of a timeline. */
export function callsOf(steps: readonly ActivityStep[]): ToolCallPart[] {
  return steps.filter((step) => typeof step !== 'string');
}
