import * as z from 'zod';

import { OperationSelector } from '#app/blueprint/operation-selector.ts';
import { selectOperations, toSelectable } from '#app/blueprint/select-operations.ts';

import { defineTool } from './builder-tool.ts';
import { joinNames } from './requests/join-names.ts';

export const selectTools = defineTool({
  name: 'select_tools',
  effect: 'changes',
  words: { now: 'Choosing the tools', done: 'Chose the tools' },
  subject: [],
  description:
    'Keeps the tools of a choice and removes all others, or removes those of a choice. restore takes it back.',
  input: z
    .strictObject({ keep: OperationSelector.optional(), remove: OperationSelector.optional() })
    .refine(({ keep, remove }) => (keep === undefined) !== (remove === undefined), {
      error: 'Give either keep or remove.',
    }),
  async run({ keep, remove }, { workspace }) {
    const { tools } = workspace.blueprint;
    const { chosen, problems } = selectOperations(tools, keep ?? remove ?? {}, toSelectable);
    if (problems.length > 0) {
      const field = keep ? '$.keep' : '$.remove';
      const placed = problems.map(({ path, message }) => ({
        path: path.replace('$', field),
        message,
      }));
      return { changed: [], problems: placed };
    }
    const taken = new Set(chosen);
    const names = tools.filter((tool) => taken.has(tool) !== (keep !== undefined));
    const removed = names.map(({ name }) => name);
    const left = tools.length - removed.length;
    const stay = left === 1 ? '1 tool stays' : `${left} tools stay`;
    if (removed.length === 0) return { changed: [`${stay}, none is removed.`], problems: [] };
    const gone = removed.length === 1 ? '1 is removed' : `${removed.length} are removed`;
    const said = `${stay}, ${gone}: ${joinNames(removed)}.`;
    return workspace.edit([{ edit: 'removeTools', names: removed }], [said]);
  },
});
