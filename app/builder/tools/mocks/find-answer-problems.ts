import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import type { Mock } from '#app/blueprint/mock.ts';
import type { HttpTool } from '#app/builder/tools/requests/http-tool.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { toText, type JsonValue } from '#app/runtime/json.ts';
import { createRoute, matchesRoute } from '#app/runtime/mock/match-operation.ts';
import { toSetAnswer } from '#app/runtime/mock/mock-answer.ts';
import { findProblems } from '#app/runtime/schema/find-problems.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';
import { shapeResponse } from '#app/runtime/tools/shape-response.ts';

/** The most problems of one answer that are told. */
const MAX_PROBLEMS = 5;

export interface AnswerProblems {
  /** Places where the answer is not what it has to be. */
  problems: PathProblem[];
  /** Other tools that send the same request, and whose promise the answer breaks. */
  others: string[];
}

/**
 * Compares an answer with what tools promise that get it; an error promises nothing. It has to fit the
 * tool that it is meant for, else any one of them.
 */
export function findAnswerProblems(
  blueprint: Blueprint,
  mock: Mock,
  meant: string | undefined,
): AnswerProblems {
  if (mock.status >= 300) return { problems: [], others: [] };
  const checked = blueprint.tools.flatMap((tool) => {
    const { name, action } = tool;
    if (action.kind !== 'http' || !isOf(action, mock) || !mayGet(action, mock)) return [];
    return [{ name, problems: checkAnswer({ ...tool, action }, mock, blueprint) }];
  });
  const broken = checked.filter(({ problems }) => problems.length > 0);
  const own = broken.find(({ name }) => name === meant);
  const isRefused = meant === undefined ? broken.length === checked.length : own !== undefined;
  if (!isRefused) return { problems: [], others: broken.map(({ name }) => name) };
  const problems = (own ? [own] : broken).flatMap((each) => each.problems);
  return { problems: problems.slice(0, MAX_PROBLEMS), others: [] };
}

/** A tool that always sends another value than the answer is for never gets it. */
function mayGet({ constants = [] }: HttpTool['action'], { when = [] }: Mock): boolean {
  return constants.every((constant) =>
    when.every(
      ({ in: place, name, value }) =>
        place !== constant.in || name !== constant.name || isSameValue(value, constant.value),
    ),
  );
}

/** In an address all values are texts. */
function isSameValue(one: JsonValue, other: JsonValue): boolean {
  return isSameJson(one, other) || toText(one) === toText(other);
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
