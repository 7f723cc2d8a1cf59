import * as z from 'zod';

import { JsonObjectSchema } from '#app/blueprint/json.ts';
import type { ToolResult } from '#app/runtime/definition.ts';

import { defineTool } from './builder-tool.ts';

/** Characters of a result that a model gets. */
const MAX_CHARACTERS = 10_000;

export const runTool = defineTool({
  name: 'run_tool',
  effect: 'tests',
  words: { now: 'Calling a tool', done: 'Called a tool' },
  subject: ['name'],
  description:
    'Calls a tool of the draft in the sandbox. The API is answered by a mock made of its document, so nothing real happens.',
  input: z.strictObject({ name: z.string(), arguments: JsonObjectSchema.default({}) }),
  async run(input, { workspace }) {
    const problems = await workspace.settle();
    if (problems.length > 0) return { isError: true, text: '', problems };
    return readResult(await workspace.ports.runTool(input), MAX_CHARACTERS);
  },
});

/** A result as a model gets it: its texts, and no more of them than it can read. */
export function readResult(
  { content, isError }: ToolResult,
  maxCharacters: number,
): { isError: boolean; text: string; isCut: boolean } {
  const text = content
    .map((block) => (block.type === 'text' ? block.text : `(${block.type})`))
    .join('\n');
  return {
    isError: isError === true,
    text: text.slice(0, maxCharacters),
    isCut: text.length > maxCharacters,
  };
}
