import type { DynamicToolUIPart, ToolUIPart } from 'ai';

import { problemsOf } from '#app/chat/chat-parts.ts';

/** A call that shows or ticks a plan. */
export interface PlanCall {
  input: unknown;
  /** All of it has come, and was accepted. */
  isWhole: boolean;
}

/** The plan of a turn as it stands. */
export interface Plan {
  goal: string;
  steps: PlanStep[];
  assumed: string[];
}

export interface PlanStep {
  text: string;
  /** The model has said so; nothing else tells. */
  isDone: boolean;
}

/**
 * The plan that a turn's calls make, one after the other: a later one replaces what it names, and a step
 * that stays is as done as it was.
 */
export function readPlan(calls: readonly PlanCall[]): Plan {
  return calls.reduce<Plan>(takeCall, { goal: '', steps: [], assumed: [] });
}

/** The call that a part of an answer is; one that was refused says nothing. */
export function toPlanCalls(part: ToolUIPart | DynamicToolUIPart): PlanCall[] {
  if (problemsOf(part).length > 0) return [];
  return [{ input: part.input, isWhole: part.state === 'output-available' }];
}

function takeCall(plan: Plan, { input, isWhole }: PlanCall): Plan {
  // A first plan is shown while it is written; one that takes its place comes at once.
  if (!isWhole && plan.steps.length > 0) return plan;
  const given = toFields(input);
  const goal = typeof given.goal === 'string' ? given.goal : plan.goal;
  const known = new Set(plan.steps.flatMap(({ text, isDone }) => (isDone ? [text] : [])));
  const texts = toTexts(given.steps);
  const steps =
    texts === null ? plan.steps : texts.map((text) => ({ text, isDone: known.has(text) }));
  const done = new Set(isWhole && Array.isArray(given.done) ? given.done : []);
  return {
    goal,
    steps: steps.map((step, index) => (done.has(index + 1) ? { ...step, isDone: true } : step)),
    assumed: toTexts(given.assumed) ?? plan.assumed,
  };
}

function toFields(input: unknown): { [Name in keyof Plan | 'done']?: unknown } {
  return typeof input === 'object' && input !== null ? input : {};
}

function toTexts(value: unknown): string[] | null {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : null;
}
