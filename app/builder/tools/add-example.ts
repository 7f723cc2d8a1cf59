import * as z from 'zod';

import { JsonObjectSchema } from '#app/blueprint/json.ts';

import { defineTool } from './builder-tool.ts';

export const addExample = defineTool({
  name: 'add_example',
  effect: 'changes',
  words: { now: 'Adding an example', done: 'Added an example' },
  subject: ['tool'],
  description:
    'Adds an example call, which the input schema accepts, to a tool; it becomes a test of the exported project.',
  input: z.strictObject({ tool: z.string(), arguments: JsonObjectSchema }),
  async run(input, { workspace }) {
    const example = { arguments: input.arguments };
    const edit = { edit: 'addExample', name: input.tool, example };
    return workspace.edit([edit], [`${input.tool} has one more example.`]);
  },
});
