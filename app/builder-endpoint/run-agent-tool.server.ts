import * as z from 'zod';

import { JsonObjectSchema } from '#app/blueprint/json.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerProjectProblem } from '#app/projects/project-problem.server.ts';
import type { ToolCall, ToolResult } from '#app/runtime/definition.ts';
import { errorResult, valueResult } from '#app/runtime/tool-result.ts';

import type { AgentFailure, AgentUse } from './agent-tool.server.ts';
import { findAgentTool } from './agent-tools.server.ts';

const Refusal = z.object({ detail: z.string() });

/** Runs a tool of the builder's endpoint; whatever is refused is a result that says why. */
export async function runAgentTool(call: ToolCall, use: AgentUse): Promise<ToolResult> {
  const tool = findAgentTool(call.name);
  if (tool === undefined) return errorResult(`There is no tool ${call.name}.`);
  const { app, caller } = use;
  if (tool.isCostly) {
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, `v1:${caller.key}`);
    if (refused) return errorResult(await readDetail(refused));
  }
  const done = await tool.run(call.arguments, use);
  if (!done.ok) return errorResult(await describeFailure(app, done));
  const result = valueResult(JsonObjectSchema.parse(JSON.parse(JSON.stringify(done.value))));
  return hasProblems(done.value) ? { ...result, isError: true } : result;
}

async function describeFailure(app: AppContext, failure: AgentFailure): Promise<string> {
  if (failure.reason === 'problems') {
    return failure.problems.map(({ path, message }) => `${path}: ${message}`).join('\n');
  }
  return readDetail(answerProjectProblem(app, failure));
}

/** The sentence of a problem document. */
async function readDetail(refused: Response): Promise<string> {
  return Refusal.parse(await refused.json()).detail;
}

function hasProblems(answer: object): boolean {
  return 'problems' in answer && Array.isArray(answer.problems) && answer.problems.length > 0;
}
