import * as z from 'zod';

import { JsonObjectSchema } from '#app/blueprint/json.ts';

import { defineTool } from './builder-tool.ts';

/** Characters of a result that a model gets. */
const MAX_CHARACTERS = 10_000;

export const runTool = defineTool({
  name: 'run_tool',
  description:
    'Calls a tool of the draft in the sandbox. The API is answered by a mock made of its document, so nothing real happens.',
  input: z.strictObject({ name: z.string(), arguments: JsonObjectSchema.default({}) }),
  isUntrusted: true,
  async run(input, { workspace }) {
    const problems = await workspace.settle();
    if (problems.length > 0) return { isError: true, text: '', problems };
    const result = await workspace.ports.runTool(input);
    const text = result.content
      .map((block) => (block.type === 'text' ? block.text : `(${block.type})`))
      .join('\n');
    return {
      isError: result.isError === true,
      text: text.slice(0, MAX_CHARACTERS),
      isCut: text.length > MAX_CHARACTERS,
    };
  },
});
