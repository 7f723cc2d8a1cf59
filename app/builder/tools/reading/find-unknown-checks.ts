import type { Report } from '#app/blueprint/readiness/report.ts';
import { findClose } from '#app/blueprint/select-operations.ts';
import { toJsonPath, type PathProblem } from '#app/platform/json-path.ts';

/** A problem for each id that no check of the report has, with ids like it. */
export function findUnknownChecks(ids: readonly string[] = [], { checks }: Report): PathProblem[] {
  const known = checks.map(({ id }) => id);
  return ids.flatMap((id, index) => {
    if (known.includes(id)) return [];
    const message = `There is no check "${id}".${findClose(id, known)}`;
    return [{ path: toJsonPath(['ids', index]), message }];
  });
}
