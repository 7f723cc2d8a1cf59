import type { StepResult, ToolSet } from 'ai';

import { faceOf } from '#app/builder/tools/tool-face.ts';
import { readPlan } from '#app/chat/messages/read-plan.ts';

/**
 * Whether the last step has words and only ticks what was left of the plan: the answer to such a call tells
 * the model nothing, so that it is not asked once more.
 */
export function endsPlan({ steps }: { steps: readonly StepResult<ToolSet>[] }): boolean {
  const last = steps.at(-1);
  if (last === undefined || last.text.trim() === '' || last.toolCalls.length === 0) return false;
  if (!last.toolCalls.every(({ toolName, input }) => isPlan(toolName) && isTick(input)))
    return false;
  const calls = steps.flatMap(({ toolCalls }) =>
    toolCalls.flatMap(({ toolName, input }) =>
      isPlan(toolName) ? [{ input: input as unknown, isWhole: true }] : [],
    ),
  );
  const plan = readPlan(calls);
  return plan.steps.length > 0 && plan.steps.every(({ isDone }) => isDone);
}

function isPlan(tool: string): boolean {
  return faceOf(tool)?.effect === 'plans';
}

function isTick(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'done' in input && !('steps' in input);
}
