import type { AnswerSources } from '#app/blueprint/answers/answer-shape.ts';
import { findLostPaths } from '#app/blueprint/answers/find-lost-paths.ts';

import { judgeEach } from './each-tool.ts';
import type { JudgedTool } from './facts.ts';
import { toolsRule } from './rule.ts';
import type { CheckRule } from './rule.ts';

/** Parts of its answer that a tool keeps or reads the next page from, against what the API says it answers. */
export const keptFieldsRule: CheckRule = toolsRule({
  id: 'tools.keptFields',
  title: 'Answers are cut to fields that the API returns',
  weight: 3,
  fix: 'Correct the paths of the fields to keep, or remove the list: a call now answers without them.',
  judge: (tools, { blueprint }) => {
    const sources = { definitions: tools.definitions, mocks: blueprint?.mocks };
    return judgeEach(tools, 'fail', 'No field is kept that the API does not return.', (tool) => {
      const missing = missingFields(tool, sources);
      return missing.length === 0 ? null : `the API returns no ${missing.join(', ')}`;
    });
  },
});

function missingFields({ source }: JudgedTool, sources: AnswerSources): string[] {
  if (source?.action.kind !== 'http') return [];
  const { outputSchema, action } = source;
  const { response, pagination } = action;
  const next = pagination && 'nextPath' in pagination ? pagination.nextPath : undefined;
  const paths = [...(response.keep ?? []), next ?? [], pagination?.itemsPath ?? []].flat();
  return findLostPaths(paths, { outputSchema, action }, sources).map(({ path }) => path);
}
