import * as z from 'zod';

import { UNTOLD_FIELD } from '#app/builder/models/to-model-schema.ts';
import type { PathProblem } from '#app/platform/json-path.ts';

import { defineTool } from './builder-tool.ts';
import { joinNames } from './requests/join-names.ts';

export const removeTool = defineTool({
  name: 'remove_tool',
  effect: 'changes',
  words: { now: 'Removing a tool', done: 'Removed a tool' },
  subject: [{ count: 'names', of: 'tool' }, 'name'],
  description: 'Removes tools by their names.',
  input: z.strictObject({
    name: z.string().optional().meta(UNTOLD_FIELD),
    names: z.array(z.string()).min(1).max(1_000).optional(),
  }),
  async run({ name, names = [] }, { workspace }) {
    const all = [...new Set(name === undefined ? names : [name, ...names])];
    if (all.length === 0) {
      const message = 'Say which: give name or names.';
      return { changed: [], problems: [{ path: '$', message }] };
    }
    const [first = ''] = all;
    const said =
      all.length === 1
        ? `${first} is removed.`
        : `${all.length} tools are removed: ${joinNames(all)}.`;
    const { changed, problems } = workspace.edit([{ edit: 'removeTools', names: all }], [said]);
    const isFirst = name !== undefined;
    return { changed, problems: problems.map((problem) => replace(problem, isFirst)) };
  },
});

/** A problem of a name at the field that it was given in. */
function replace({ path, message }: PathProblem, isFirst: boolean): PathProblem {
  const [, number] = /^\$\[0\]\.names\[(\d+)\]$/.exec(path) ?? [];
  if (number === undefined) return { path, message };
  const index = Number(number) - (isFirst ? 1 : 0);
  return { path: index < 0 ? '$.name' : `$.names[${index}]`, message };
}
