import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { findLostPaths } from '#app/blueprint/find-lost-paths.ts';
import type { PathProblem } from '#app/platform/json-path.ts';

import type { ToolChange } from './tool-change.ts';

type Tool = Blueprint['tools'][number];

/** Paths of a change that match nothing in what is known of the API's answer, each with what there is. */
export function findResponseProblems(
  { action, outputSchema }: Tool,
  { keep: given, output }: ToolChange,
  definitions: Blueprint['definitions'],
): PathProblem[] {
  if (action.kind !== 'http' || (given === undefined && output === undefined)) return [];
  const { keep = [] } = action.response;
  const lost = findLostPaths(keep, { action, outputSchema }, definitions);
  return lost.map(({ path, message }) => ({
    path: given === undefined ? '$.output' : `$.keep[${given.indexOf(path)}]`,
    message: given === undefined ? `keep does not fit: ${message}` : message,
  }));
}
