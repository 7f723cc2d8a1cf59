import { nextStep } from '#app/builder/built-in/next-step.ts';
import type { FinishedCall, PastTurn } from '#app/builder/built-in/turn.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';

import { callBuilderTool } from '../tools/open-workspace.ts';

/** Says one thing after the other to the built-in builder over real tools; its answers in order. */
export async function converse(
  workspace: Workspace,
  messages: readonly string[],
): Promise<string[]> {
  const answers: string[] = [];
  const past: PastTurn[] = [];
  for (const text of messages) {
    const { said, calls } = await answer(workspace, text, past);
    answers.push(said);
    past.push({ text, calls });
  }
  return answers;
}

async function answer(
  workspace: Workspace,
  text: string,
  past: PastTurn[],
): Promise<{ said: string; calls: FinishedCall[] }> {
  const results: FinishedCall[] = [];
  const said: string[] = [];
  for (;;) {
    const { say, calls } = nextStep({ text, past: [...past], results });
    if (say) said.push(say);
    if (calls.length === 0) return { said: said.join('\n\n'), calls: results };
    for (const { tool, input } of calls) {
      const output = await callBuilderTool(workspace, tool, input);
      // As a model reads it: what JSON cannot say is gone.
      results.push({ tool, input, output: JSON.parse(JSON.stringify(output)) });
    }
    const problems = await workspace.settle();
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
  }
}
