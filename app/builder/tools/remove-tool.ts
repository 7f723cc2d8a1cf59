import * as z from 'zod';

import { defineTool } from './builder-tool.ts';
import { joinNames } from './requests/join-names.ts';

export const removeTool = defineTool({
  name: 'remove_tool',
  effect: 'changes',
  words: { now: 'Removing a tool', done: 'Removed a tool' },
  subject: [{ count: 'names', of: 'tool' }, 'name'],
  description: 'Removes a tool from the server, by its name, or several at once, by their names.',
  input: z.strictObject({
    name: z.string().optional(),
    names: z.array(z.string()).min(1).max(1_000).optional(),
  }),
  async run({ name, names = [] }, { workspace }) {
    const all = [...new Set(name === undefined ? names : [name, ...names])];
    if (all.length === 0) {
      const message = 'Say which: give name or names.';
      return { changed: [], problems: [{ path: '$', message }] };
    }
    const edits = all.map((each) => ({ edit: 'removeTool', name: each }));
    const [first = ''] = all;
    const said =
      all.length === 1
        ? `${first} is removed.`
        : `${all.length} tools are removed: ${joinNames(all)}.`;
    return workspace.edit(edits, [said]);
  },
});
