import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { applyChanges, type StaleChanges } from '#app/builder/change-set/apply-changes.ts';
import type { HeldItem } from '#app/builder/change-set/change-set.ts';
import { findTool } from '#app/builder/tools/builder-tools.ts';
import { Workspace, type WorkspacePorts } from '#app/builder/tools/workspace.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

/** Why approved changes did not become the draft; it is as it was. */
export type ApprovalFailure = StaleChanges | { reason: 'unmade'; problems: { message: string }[] };

const ANSWER_MS = 60_000;

/** Makes approved items part of the draft, without a model: edits first, then calls in their order. */
export async function approveChanges(
  blueprint: Blueprint,
  items: readonly HeldItem[],
  ports: WorkspacePorts,
): Promise<Result<void, ApprovalFailure>> {
  const applied = applyChanges(blueprint, items);
  if (!applied.ok) return applied;
  const workspace = new Workspace(blueprint, ports);
  workspace.replace(applied.value);
  for (const { call } of items) {
    const problems = call === undefined ? [] : await makeCall(call, workspace);
    if (problems.length > 0) return fail({ reason: 'unmade', problems });
  }
  const problems = await ports.settle(workspace.blueprint, workspace.blueprint);
  return problems.length > 0 ? fail({ reason: 'unmade', problems }) : succeed(undefined);
}

async function makeCall(
  { tool, input }: NonNullable<HeldItem['call']>,
  workspace: Workspace,
): Promise<{ message: string }[]> {
  const call = findTool(tool)?.accept(input);
  if (!call?.ok) return [{ message: `${tool} does not take this call any more.` }];
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await call.value.run({ workspace, signal, onProgress: () => {} });
  return problemsOf(answer);
}

function problemsOf(answer: unknown): { message: string }[] {
  if (typeof answer !== 'object' || answer === null || !('problems' in answer)) return [];
  const { problems } = answer;
  if (!Array.isArray(problems)) return [];
  return problems.map((problem: { message?: unknown }) => ({ message: String(problem.message) }));
}
