import * as z from 'zod';

import { defineTool } from './builder-tool.ts';

export const removeTool = defineTool({
  name: 'remove_tool',
  description: 'Removes a tool from the server.',
  input: z.strictObject({ name: z.string() }),
  async run({ name }, { workspace }) {
    return workspace.edit([{ edit: 'removeTool', name }], [`${name} is removed.`]);
  },
});
