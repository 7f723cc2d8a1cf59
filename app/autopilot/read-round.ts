import { getToolName, isToolUIPart, type UIMessage } from 'ai';

import { faceOf } from '#app/builder/tools/tool-face.ts';

import type { RoundUsage } from './autopilot-state.ts';

interface RoundFacts {
  /** Steps of the plan. */
  plan: string[];
  /** The sentences of the edits. */
  changed: string[];
  /** The decision that only the person can take; null where there is none. */
  waitsFor: 'answer' | 'approval' | null;
}

/** Reads the plan and the changes from an answer. */
export function readRound(answer: UIMessage | undefined): RoundFacts {
  const calls = (answer?.parts ?? []).filter((part) => isToolUIPart(part));
  const changed = calls.flatMap((part) =>
    part.state === 'output-available' ? changedBy(part.output) : [],
  );
  const planned = calls.find((part) => faceOf(getToolName(part))?.effect === 'plans');
  return {
    plan: toTexts(toRecord(planned?.input)['steps']),
    changed,
    waitsFor: readWait(answer),
  };
}

function readWait(answer: UIMessage | undefined): RoundFacts['waitsFor'] {
  const parts = answer?.parts ?? [];
  if (parts.some(({ type }) => type === 'data-changes')) return 'approval';
  const hasAsked = parts.some(
    (part) => isToolUIPart(part) && faceOf(getToolName(part))?.effect === 'asks',
  );
  return hasAsked ? 'answer' : null;
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
