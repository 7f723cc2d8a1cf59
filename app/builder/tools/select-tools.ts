import * as z from 'zod';

import { OPERATION_FIELDS } from '#app/blueprint/operation-selector.ts';
import { selectOperations, toSelectable } from '#app/blueprint/select-operations.ts';

import { defineTool } from './builder-tool.ts';
import { joinNames } from './requests/join-names.ts';

export const selectTools = defineTool({
  name: 'select_tools',
  effect: 'changes',
  words: { now: 'Choosing the tools', done: 'Chose the tools' },
  subject: [],
  description:
    'Keeps only the tools of a choice, as in search_operations, or removes those. restore takes it back.',
  input: z
    .strictObject({ action: z.enum(['keep', 'remove']), ...OPERATION_FIELDS })
    .refine(({ action: _action, ...choice }) => Object.values(choice).some(isGiven), {
      error: 'Give at least one of names, tags, paths and methods.',
    }),
  async run({ action, ...choice }, { workspace }) {
    const { tools } = workspace.blueprint;
    const { chosen, problems } = selectOperations(tools, choice, toSelectable);
    if (problems.length > 0) return { changed: [], problems };
    const taken = new Set(chosen);
    const names = tools.filter((tool) => taken.has(tool) === (action === 'remove'));
    const removed = names.map(({ name }) => name);
    const left = tools.length - removed.length;
    const stay = left === 1 ? '1 tool stays' : `${left} tools stay`;
    if (removed.length === 0) return { changed: [`${stay}, none is removed.`], problems: [] };
    const gone = removed.length === 1 ? '1 is removed' : `${removed.length} are removed`;
    const said = `${stay}, ${gone}: ${joinNames(removed)}.`;
    return workspace.edit([{ edit: 'removeTools', names: removed }], [said]);
  },
});

function isGiven(field: unknown): boolean {
  return field !== undefined;
}
