import * as z from 'zod';

import { defineTool } from './builder-tool.ts';

const PromptArgument = z.strictObject({
  name: z.string().min(1).max(100),
  description: z.string().max(1_000).optional(),
  required: z.boolean().optional(),
});

export const upsertPrompt = defineTool({
  name: 'upsert_prompt',
  effect: 'changes',
  words: { now: 'Writing a prompt', done: 'Wrote a prompt' },
  subject: ['name'],
  description:
    'Adds a prompt that people pick in their client, or replaces the one of that name. {{argument}} in a message is filled in.',
  input: z.strictObject({
    name: z.string(),
    title: z.string().max(200).optional(),
    description: z.string().max(4_000).optional(),
    arguments: z.array(PromptArgument).max(20).default([]),
    messages: z
      .array(
        z.strictObject({
          role: z.enum(['user', 'assistant']).default('user'),
          text: z.string().min(1).max(20_000),
        }),
      )
      .min(1)
      .max(20),
  }),
  async run(given, { workspace }) {
    const unknown = findUndeclared(given);
    if (unknown.length > 0) {
      const message = `{{${unknown.join('}}, {{')}}} is no argument of the prompt: declare it, or leave it out.`;
      return { changed: [], problems: [{ path: '$.messages', message }] };
    }
    const isNew = !workspace.blueprint.prompts.some(({ name }) => name === given.name);
    const prompt = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    );
    const said = `The prompt ${given.name} is ${isNew ? 'added' : 'changed'}.`;
    return workspace.edit([{ edit: 'upsertPrompt', prompt }], [said]);
  },
});

/** Names in double braces that no argument has. */
function findUndeclared(prompt: {
  arguments: { name: string }[];
  messages: { text: string }[];
}): string[] {
  const declared = new Set(prompt.arguments.map(({ name }) => name));
  const used = prompt.messages.flatMap(({ text }) =>
    [...text.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name = '']) => name),
  );
  return [...new Set(used)].filter((name) => !declared.has(name));
}
