import type { MockedOperation, MockFixtures } from '#app/runtime/mock/mock-fixtures.ts';

import type { Blueprint } from './blueprint.ts';
import { enabledTools } from './to-server-definition.ts';

/** Everything that the mock of a server knows beside its served tools. */
export function toMockFixtures(blueprint: Blueprint): MockFixtures {
  return { answers: blueprint.mocks ?? [], operations: listHidden(blueprint) };
}

/**
 * Operations of tools that are not served, as far as code may call them: a server of which most tools are
 * switched off would otherwise carry all of their schemas.
 */
function listHidden(blueprint: Blueprint): MockedOperation[] {
  const sources = enabledTools(blueprint).flatMap(({ action }) =>
    action.kind === 'code' ? [action.source] : [],
  );
  if (sources.length === 0) return [];
  return blueprint.tools.flatMap(({ enabled, action, outputSchema }) => {
    if (enabled || action.kind !== 'http') return [];
    const word = longestWord(action.path);
    if (!sources.some((source) => source.includes(word))) return [];
    const { upstream, method, path, parameters, body, response, mock, pagination } = action;
    const called = {
      upstream,
      method,
      path,
      parameters,
      response,
      ...(body && { body }),
      ...(mock && { mock }),
      ...(pagination && { pagination }),
    };
    return [{ action: called, ...(outputSchema && { outputSchema }) }];
  });
}

/** The longest literal part of a path, which code that calls it has to name. */
function longestWord(path: string): string {
  const words = path.split(/[/?#]|\{[^{}]*\}/);
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}
