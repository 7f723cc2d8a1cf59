import type { JsonSchema, ToolDefinition } from '../definition.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import {
  bySpecificity,
  createRoute,
  matchesRoute,
  matchSegment,
  readVariables,
} from './match-operation.ts';
import type { Route } from './match-operation.ts';
import { deriveAnswer, toSetAnswer } from './mock-answer.ts';
import type { MockedResponse } from './mock-answer.ts';
import type { MockedOperation, MockFixture, MockFixtures } from './mock-fixtures.ts';
import { meetsConditions, readSentObject } from './mock-request.ts';
import type { MockRequest } from './mock-request.ts';

/** Operations that an unknown one is told to be close to. */
const MAX_CLOSEST = 5;

/** An operation that the mock answers: as somebody wrote it, or as it can be derived. */
export interface MockTarget {
  upstream: string;
  /** As its tool or its author writes it: `GET /pets/{id}`. */
  label: string;
  fixture?: MockFixture;
  operation?: MockedOperation;
}

/** By the list of tools, because the mock of one call after the other is made of the same. */
const known = new WeakMap<readonly ToolDefinition[], Route<MockTarget>[]>();

/** Routes of all operations, the most specific first; of equal ones an answer that somebody wrote. */
export function listRoutes(
  tools: readonly ToolDefinition[],
  { answers, operations }: MockFixtures,
): Route<MockTarget>[] {
  const served = known.get(tools) ?? tools.flatMap(toRoute).sort(bySpecificity);
  known.set(tools, served);
  if (answers.length === 0 && operations.length === 0) return served;
  return [...answers.map(toSetRoute), ...served, ...operations.flatMap(toRoute)].sort(
    (a, b) => bySpecificity(a, b) || precedence(b) - precedence(a),
  );
}

/** The answer to a request; null if no operation of the upstream matches it. */
export function answerRequest(
  routes: readonly Route<MockTarget>[],
  upstream: string,
  request: MockRequest,
  definitions: { [name: string]: JsonSchema },
): MockedResponse | null {
  for (const route of routes) {
    const { fixture, operation } = route.target;
    if (route.target.upstream !== upstream) continue;
    if (!matchesRoute(route, request.method, request.path)) continue;
    if (operation !== undefined) {
      return deriveAnswer(operation, definitions, request, () => readSent(route, request));
    }
    if (fixture === undefined) continue;
    const variables = readVariables(route, request.path);
    if (meetsConditions(fixture.when ?? [], request, variables)) return toSetAnswer(fixture);
  }
  return null;
}

/** Labels of the operations of an upstream that are most like a request. */
export function closestOperations(
  routes: readonly Route<MockTarget>[],
  upstream: string,
  { method, path }: Pick<MockRequest, 'method' | 'path'>,
): string[] {
  const segments = (path.split('?')[0] ?? '').split('/');
  const scored = routes
    .filter(({ target }) => target.upstream === upstream)
    .map((route) => ({
      // Only an answer whose conditions do not hold matches, and is not given.
      label: `${route.target.label}${matchesRoute(route, method, path) ? ' (with other values)' : ''}`,
      score: similarity(route, method, segments),
    }))
    .sort((a, b) => b.score - a.score);
  return [...new Set(scored.map(({ label }) => label))].slice(0, MAX_CLOSEST);
}

/** A literal segment says more than a variable, which matches anything. */
function similarity(route: Route<MockTarget>, method: string, segments: string[]): number {
  const shared = route.segments.map(({ literals, looseness }, index) => {
    const segment = segments[index];
    return segment !== undefined && matchSegment(literals, segment) !== null ? 3 - looseness : 0;
  });
  const sum = shared.reduce((total, each) => total + each, 0);
  const difference = Math.abs(route.segments.length - segments.length);
  return sum - difference + (route.method === method ? 1 : 0);
}

function precedence({ target: { fixture } }: Route<MockTarget>): number {
  return fixture === undefined ? 0 : 1 + (fixture.when?.length ?? 0);
}

function toSetRoute(fixture: MockFixture): Route<MockTarget> {
  const { upstream, method, path } = fixture;
  return createRoute(method, path, { upstream, label: `${method} ${path}`, fixture });
}

function toRoute({ action, outputSchema }: MockedOperation | ToolDefinition): Route<MockTarget>[] {
  if ('kind' in action && action.kind !== 'http') return [];
  const { upstream, method, path } = action;
  const operation: MockedOperation = { action, ...(outputSchema && { outputSchema }) };
  return [createRoute(method, path, { upstream, label: `${method} ${path}`, operation })];
}

/** Values of the path and properties of the body: all that is known of an answer without a schema. */
function readSent(route: Route<MockTarget>, request: MockRequest): JsonObject {
  const sent: [string, JsonValue][] = [...readVariables(route, request.path)].map(
    ([name, text]) => [name, toValue(text)],
  );
  const named: JsonObject = Object.fromEntries(sent);
  return { ...named, ...readSentObject(request) };
}

function toValue(text: string): JsonValue {
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}
