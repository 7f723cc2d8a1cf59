import * as z from 'zod';

import { defineTool } from './builder-tool.ts';

export const renameTool = defineTool({
  name: 'rename_tool',
  description: 'Gives a tool another name; resources and prompts that call it follow.',
  input: z.strictObject({ from: z.string(), to: z.string() }),
  async run({ from, to }, { workspace }) {
    return workspace.edit([{ edit: 'renameTool', from, to }], [`${from} is called ${to} now.`]);
  },
});
