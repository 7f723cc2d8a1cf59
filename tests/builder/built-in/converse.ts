import { nextStep } from '#app/builder/built-in/next-step.ts';
import type { FinishedCall } from '#app/builder/built-in/turn.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';

import { callBuilderTool } from '../tools/open-workspace.ts';

/** Says one thing after the other to the built-in builder over real tools; its answers in order. */
export async function converse(
  workspace: Workspace,
  messages: readonly string[],
): Promise<string[]> {
  const answers: string[] = [];
  for (const [index, text] of messages.entries()) {
    answers.push(await answer(workspace, text, messages.slice(0, index)));
  }
  return answers;
}

async function answer(workspace: Workspace, text: string, earlier: string[]): Promise<string> {
  const results: FinishedCall[] = [];
  for (;;) {
    const { say, calls } = nextStep({ text, earlier, results });
    if (calls.length === 0) return say;
    for (const { tool, input } of calls) {
      const output = await callBuilderTool(workspace, tool, input);
      // As a model reads it: what JSON cannot say is gone.
      results.push({ tool, input, output: JSON.parse(JSON.stringify(output)) });
    }
    const problems = await workspace.settle();
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
  }
}
