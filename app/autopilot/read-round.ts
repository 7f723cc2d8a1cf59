import { getToolName, isToolUIPart, type UIMessage } from 'ai';

import { faceOf, type ToolEffect } from '#app/builder/tools/tool-face.ts';
import { readPlan, toPlanCalls } from '#app/chat/messages/read-plan.ts';

import type { RoundOutcome, RoundUsage, UnclearGoal } from './autopilot-state.ts';

/** Characters that are kept of what a builder said, and of one part of its question. */
const MAX_SAID = 2_000;
const MAX_PART = 500;
const MAX_PARTS = 8;

/** Reads from an answer what its round planned, changed, and waits for. */
export function readRound(
  answer: UIMessage | undefined,
): Pick<RoundOutcome, 'plan' | 'changed' | 'waitsFor' | 'said'> {
  const calls = (answer?.parts ?? []).filter((part) => isToolUIPart(part));
  const changed = calls.flatMap((part) =>
    part.state === 'output-available' ? changedBy(part.output) : [],
  );
  return {
    plan: readPlan(findCalls(answer, 'plans').flatMap(toPlanCalls)).steps.map(({ text }) => text),
    changed,
    waitsFor: readWait(answer),
    said: readSaid(answer),
  };
}

function readWait(answer: UIMessage | undefined): RoundOutcome['waitsFor'] {
  if (answer?.parts.some(isOpenSet)) return 'approval';
  return findCall(answer, 'asks') === undefined ? null : 'answer';
}

function isOpenSet(part: UIMessage['parts'][number]): boolean {
  return part.type === 'data-changes' && 'data' in part && toRecord(part.data)['state'] === 'open';
}

/** The builder's words and its question, where it asked one. */
function readSaid(answer: UIMessage | undefined): UnclearGoal {
  const { question, choices, unclear } = toRecord(findCall(answer, 'asks')?.input);
  const texts = (answer?.parts ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const cut = (text: string) => text.slice(0, MAX_PART);
  return {
    parts: toTexts(unclear).slice(0, MAX_PARTS).map(cut),
    said: texts.join('\n\n').trim().slice(0, MAX_SAID),
    question: typeof question === 'string' ? cut(question) : null,
    choices: toTexts(choices).slice(0, MAX_PARTS).map(cut),
  };
}

function findCall(answer: UIMessage | undefined, effect: ToolEffect) {
  return findCalls(answer, effect)[0];
}

function findCalls(answer: UIMessage | undefined, effect: ToolEffect) {
  return (answer?.parts ?? [])
    .filter((part) => isToolUIPart(part))
    .filter((part) => faceOf(getToolName(part))?.effect === effect);
}

/** Reads the model's usage from an answer, as the turn counted it; null if it counted none. */
export function readUsage(answer: UIMessage | undefined): RoundUsage | null {
  const part = answer?.parts.findLast(({ type }) => type === 'data-usage');
  const { tokens, cost, of } = toRecord(part && 'data' in part ? part.data : null);
  const { tokens: mostTokens } = toRecord(of);
  if (typeof tokens !== 'number' || typeof mostTokens !== 'number') return null;
  return { tokens, cost: typeof cost === 'number' ? cost : null, mostTokens };
}

function changedBy(output: unknown): string[] {
  // Edits report their differences; an import and the report's own fixes name the items that they
  // touched.
  const { changed, added, fixed } = toRecord(output);
  return [
    ...toTexts(changed),
    ...toTexts(added).map((name) => `Added ${name}.`),
    ...toTexts(fixed).map((id) => `Fixed ${id}.`),
  ];
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
