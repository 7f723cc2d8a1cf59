import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import type { Mock } from '#app/blueprint/mock.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import type { HttpAction } from '#app/runtime/definition.ts';
import { toText, type JsonValue } from '#app/runtime/json.ts';
import { createRoute, matchesRoute } from '#app/runtime/mock/match-operation.ts';
import { toSetAnswer } from '#app/runtime/mock/mock-answer.ts';
import { findProblems } from '#app/runtime/schema/find-problems.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';
import { shapeResponse } from '#app/runtime/tools/shape-response.ts';

/** The most problems of one answer that are told. */
const MAX_PROBLEMS = 5;

type Server = Pick<Blueprint, 'tools' | 'definitions'>;

export interface AnswerProblems {
  /** Places where the answer is not what it has to be. */
  problems: PathProblem[];
  /** Other tools that send the same request, and whose promise the answer breaks. */
  others: string[];
}

/** A tool that gets an answer, and the places where that is not what it promises. */
export interface CheckedAnswer {
  name: string;
  problems: PathProblem[];
}

/**
 * Compares an answer with what tools promise that get it; an error promises nothing. It has to fit the
 * tool that it is meant for, else any one of them.
 */
export function findAnswerProblems(
  server: Server,
  mock: Mock,
  meant: string | undefined,
): AnswerProblems {
  const checked = checkAnswer(server, mock);
  const broken = checked.filter(({ problems }) => problems.length > 0);
  const own = broken.find(({ name }) => name === meant);
  const isRefused = meant === undefined ? broken.length === checked.length : own !== undefined;
  if (!isRefused) return { problems: [], others: broken.map(({ name }) => name) };
  const all = (own ? [own] : broken).flatMap(({ name, problems }) =>
    problems.map(({ path, message }) => ({
      path,
      message: `${message} (output schema of ${name})`,
    })),
  );
  const left = all.length - MAX_PROBLEMS;
  const more = { path: '$.body', message: `And ${left} more problems of these kinds.` };
  return { problems: [...all.slice(0, MAX_PROBLEMS), ...(left > 0 ? [more] : [])], others: [] };
}

/** The tools that get an answer, each with what it is not for them; none where the answer is an error. */
export function checkAnswer({ tools, definitions }: Server, mock: Mock): CheckedAnswer[] {
  return tools.flatMap(({ name, action, outputSchema }) => {
    if (action.kind !== 'http' || !mayGet(action, mock)) return [];
    return [{ name, problems: compare({ action, outputSchema }, mock, definitions) }];
  });
}

/** Whether a tool may get an answer, which is no error. */
export function mayGet(action: HttpAction, mock: Mock): boolean {
  return mock.status < 300 && isOf(action, mock) && mayAsk(action, mock);
}

/** A tool that always sends another value than the answer is for never gets it. */
function mayAsk({ constants = [] }: HttpAction, { when = [] }: Mock): boolean {
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

function isOf({ upstream, method, path }: HttpAction, mock: Mock): boolean {
  if (upstream !== mock.upstream) return false;
  if (path === mock.path) return method === mock.method;
  const isMethod = method === mock.method || mock.method === 'HEAD';
  return isMethod && matchesRoute(createRoute(method, path, null), mock.method, mock.path);
}

/** Compares what a tool would make of the answer with what it promises. */
function compare(
  { action, outputSchema }: { action: HttpAction; outputSchema: Tool['outputSchema'] },
  mock: Mock,
  definitions: Blueprint['definitions'],
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
    return [{ path: '$.body', message: 'The answer has to be JSON' }];
  }
  const problems = findProblems(checkOf(outputSchema, definitions), structuredContent);
  return problems.map(({ message }) => ({
    path: toBodyPath(message, action.response.wrap === true),
    message,
  }));
}

/** A problem's sentence starts with its path: `$.items[0].id must be …`. */
function toBodyPath(message: string, isWrapped: boolean): string {
  const [path = '$'] = message.split(' ');
  const inner = isWrapped ? path.replace(/^\$\.result/, '$') : path;
  return inner.replace(/^\$/, '$.body');
}
