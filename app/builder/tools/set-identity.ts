import * as z from 'zod';

import { defineTool } from './builder-tool.ts';

export const setIdentity = defineTool({
  name: 'set_identity',
  effect: 'changes',
  words: { now: 'Naming the server', done: 'Named the server' },
  subject: ['name', 'title'],
  description:
    'Changes the name of the server (letters, digits, _ . -), its title, description, and instructions that models read before they use a tool. What is left out stays.',
  input: z.strictObject({
    name: z.string().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    instructions: z.string().optional(),
  }),
  async run(input, { workspace }) {
    const { title = workspace.blueprint.identity.title ?? null } = input;
    const { description = workspace.blueprint.identity.description ?? null } = input;
    const { instructions = workspace.blueprint.identity.instructions ?? null } = input;
    const { websiteUrl = null } = workspace.blueprint.identity;
    const name = input.name ?? workspace.blueprint.identity.name;
    const edit = { edit: 'setIdentity', name, title, description, instructions, websiteUrl };
    return workspace.edit([edit], tellIdentity(input));
  },
});

function tellIdentity(input: {
  name?: string;
  title?: string;
  description?: string;
  instructions?: string;
}): string[] {
  const { name, title, description, instructions } = input;
  return [
    ...(title === undefined ? [] : [`The server is called ${title}.`]),
    ...(name === undefined ? [] : [`Its name for clients is ${name}.`]),
    ...(description === undefined ? [] : ['Its description is changed.']),
    ...(instructions === undefined ? [] : ['Its instructions for models are changed.']),
  ];
}
