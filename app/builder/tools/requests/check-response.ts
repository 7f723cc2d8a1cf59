import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { AnsweringTool, AnswerSources } from '#app/blueprint/answers/answer-shape.ts';
import { findLostPaths, shapeAt } from '#app/blueprint/answers/find-lost-paths.ts';
import { moveMocks } from '#app/blueprint/move-mocks.ts';
import type { PathProblem } from '#app/platform/json-path.ts';

import type { ToolChange } from './tool-change.ts';

type Tool = Blueprint['tools'][number];

/** Paths of a change that match nothing in what is known of the API's answer, each with what there is. */
export function findResponseProblems(
  changed: Tool,
  change: ToolChange,
  blueprint: Blueprint,
): PathProblem[] {
  const { action, outputSchema } = changed;
  if (action.kind !== 'http') return [];
  const tool = { action, outputSchema };
  const { definitions } = blueprint;
  const sources: AnswerSources = { definitions, ...moveMocks(blueprint, changed) };
  return [
    ...findKeepProblems(tool, change, sources),
    ...(change.pagination ? findPageProblems(tool, sources) : []),
  ];
}

function findKeepProblems(
  { action, outputSchema }: AnsweringTool,
  { keep: given, output }: ToolChange,
  sources: AnswerSources,
): PathProblem[] {
  if (given === undefined && output === undefined) return [];
  const { keep = [] } = action.response;
  const lost = findLostPaths(keep, { action, outputSchema }, sources);
  return lost.map(({ path, message }) => ({
    path: given === undefined ? '$.output' : `$.keep[${given.indexOf(path)}]`,
    message: given === undefined ? `keep does not fit: ${message}` : message,
  }));
}

/** Faults of where the next page and the items are said to be. */
function findPageProblems(tool: AnsweringTool, sources: AnswerSources): PathProblem[] {
  const { pagination } = tool.action;
  if (pagination === undefined) return [];
  const { itemsPath, follow } = pagination;
  const nextPath = 'nextPath' in pagination ? pagination.nextPath : undefined;
  const places = Object.entries({ nextPath, itemsPath });
  const lost = places.flatMap(([place, path]) =>
    findLostPaths(path === undefined ? [] : [path], tool, sources).map(({ message }) => ({
      path: `$.pagination.${place}`,
      message,
    })),
  );
  if (lost.length > 0 || !follow) return lost;
  const message = findListProblem(tool, itemsPath, sources);
  return message === null ? [] : [{ path: '$.pagination.itemsPath', message }];
}

/** A sentence where it is known that there is no single list whose pages could be joined. */
function findListProblem(
  tool: AnsweringTool,
  itemsPath: string | undefined,
  sources: AnswerSources,
): string | null {
  const shape = shapeAt(itemsPath ?? '', tool, sources);
  if (shape === null || shape.isList || shape.isOpen) return null;
  if (itemsPath !== undefined) return `"${itemsPath}" is no list in what the API answers.`;
  const lists = shape.names.filter((name) => shape.inside(name)?.isList);
  if (lists.length === 1) return null;
  const there =
    lists.length === 0 ? 'The answer has no list' : `It has several: ${lists.join(', ')}`;
  return `Pages are joined to one list. ${there}: say which, such as data.items.`;
}
