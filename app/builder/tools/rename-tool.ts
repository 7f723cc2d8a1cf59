import * as z from 'zod';

import { defineTool } from './builder-tool.ts';

export const renameTool = defineTool({
  name: 'rename_tool',
  effect: 'changes',
  words: { now: 'Renaming a tool', done: 'Renamed a tool' },
  subject: [{ count: 'renames', of: 'tool' }, 'to'],
  description:
    'Gives a tool another name, or several tools at once (renames); resources and prompts that call them follow.',
  input: z.strictObject({
    from: z.string().optional(),
    to: z.string().optional(),
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
    return workspace.edit(toEdits(all), changed);
  },
});

/** A name that another tool gives up first takes a step in between. */
function toEdits(renames: readonly { from: string; to: string }[]): object[] {
  const given = new Set(renames.map(({ from }) => from));
  const isFree = renames.every(({ from, to }) => from === to || !given.has(to));
  if (isFree) return renames.map(({ from, to }) => ({ edit: 'renameTool', from, to }));
  return [
    ...renames.map(({ from }, index) => ({ edit: 'renameTool', from, to: `renamed.${index}.` })),
    ...renames.map(({ to }, index) => ({ edit: 'renameTool', from: `renamed.${index}.`, to })),
  ];
}
