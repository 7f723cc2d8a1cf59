import * as z from 'zod';

import { UNTOLD_FIELD } from '#app/builder/models/to-model-schema.ts';

import { defineTool } from './builder-tool.ts';
import { toRenameEdits } from './requests/rename-edits.ts';

export const renameTool = defineTool({
  name: 'rename_tool',
  effect: 'changes',
  words: { now: 'Renaming a tool', done: 'Renamed a tool' },
  subject: [{ count: 'renames', of: 'tool' }, 'to'],
  description: 'Renames tools; what calls them follows.',
  input: z.strictObject({
    from: z.string().optional().meta(UNTOLD_FIELD),
    to: z.string().optional().meta(UNTOLD_FIELD),
    renames: z
      .array(z.strictObject({ from: z.string(), to: z.string() }))
      .min(1)
      .max(500)
      .optional(),
  }),
  async run({ from, to, renames = [] }, { workspace }) {
    if (
      (from === undefined) !== (to === undefined) ||
      (from === undefined && renames.length === 0)
    ) {
      const message = 'Give from and to, or renames.';
      return { changed: [], problems: [{ path: '$', message }] };
    }
    const all = from === undefined || to === undefined ? renames : [{ from, to }, ...renames];
    const changed = all.map((each) => `${each.from} is called ${each.to} now.`);
    return workspace.edit(toRenameEdits(all), changed);
  },
});
