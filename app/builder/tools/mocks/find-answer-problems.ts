import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Mock } from '#app/blueprint/mock.ts';
import type { HttpTool } from '#app/builder/tools/requests/http-tool.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { createRoute, matchesRoute } from '#app/runtime/mock/match-operation.ts';
import { toSetAnswer } from '#app/runtime/mock/mock-answer.ts';
import { findProblems } from '#app/runtime/schema/find-problems.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';
import { shapeResponse } from '#app/runtime/tools/shape-response.ts';

/** The most problems of one answer that are told. */
const MAX_PROBLEMS = 5;

/** Places where an answer is not what the tools of its operation promise; an error promises nothing. */
export function findAnswerProblems(blueprint: Blueprint, mock: Mock): PathProblem[] {
  if (mock.status >= 300) return [];
  return blueprint.tools
    .flatMap((tool): PathProblem[] => {
      const { action } = tool;
      if (action.kind !== 'http' || !isOf(action, mock)) return [];
      return checkAnswer({ ...tool, action }, mock, blueprint);
    })
    .slice(0, MAX_PROBLEMS);
}

function isOf({ upstream, method, path }: HttpTool['action'], mock: Mock): boolean {
  if (upstream !== mock.upstream) return false;
  return path === mock.path
    ? method === mock.method
    : matchesRoute(createRoute(method, path, null), mock.method, mock.path);
}

/** Checks what the tool would make of the answer. */
function checkAnswer(
  { name, action, outputSchema }: HttpTool,
  mock: Mock,
  { definitions }: Blueprint,
): PathProblem[] {
  if (outputSchema === undefined) return [];
  const { status, mediaType, body } = toSetAnswer(mock);
  const response = {
    status,
    headers: [['content-type', mediaType]] satisfies [string, string][],
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  };
  const { structuredContent } = shapeResponse(action, { ok: true, response }, mock.path).result;
  if (structuredContent === undefined) {
    return [{ path: '$.body', message: `The output schema of ${name} promises JSON.` }];
  }
  const problems = findProblems(checkOf(outputSchema, definitions), structuredContent);
  return problems.map(({ message }) => ({
    path: toBodyPath(message, action.response.wrap === true),
    message: `${message} (output schema of ${name})`,
  }));
}

/** A problem's sentence starts with its path: `$.items[0].id must be …`. */
function toBodyPath(message: string, isWrapped: boolean): string {
  const [path = '$'] = message.split(' ');
  const inner = isWrapped ? path.replace(/^\$\.result/, '$') : path;
  return inner.replace(/^\$/, '$.body');
}
