import * as z from 'zod';

import { defineTool } from './builder-tool.ts';
import { orNone } from './requests/or-none.ts';

const IdentityChange = z.strictObject({
  name: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  instructions: z.string().optional(),
});

export const setIdentity = defineTool({
  name: 'set_identity',
  effect: 'changes',
  words: { now: 'Naming the server', done: 'Named the server' },
  subject: ['name', 'title'],
  description:
    'Changes the name of the server (letters, digits, _ . -), its title, description, and instructions that models read before they use a tool.',
  input: IdentityChange,
  async run({ name, title, description, instructions }, { workspace }) {
    const { identity } = workspace.blueprint;
    const edit = {
      edit: 'setIdentity',
      name,
      title: orNone(title ?? identity.title),
      description: orNone(description ?? identity.description),
      instructions: orNone(instructions ?? identity.instructions),
      websiteUrl: identity.websiteUrl ?? null,
    };
    const answer = workspace.edit([edit], tell({ name, title, description, instructions }));
    // The model has not seen the list of edits.
    const problems = answer.problems.map((each) => ({
      ...each,
      path: each.path.replace('$[0]', '$'),
    }));
    return { ...answer, problems };
  },
});

function tell({
  name,
  title,
  description,
  instructions,
}: z.infer<typeof IdentityChange>): string[] {
  const be = (text: string) => (text === '' ? 'removed' : 'changed');
  return [
    ...(title ? [`The server is called ${title}.`] : []),
    ...(title === '' ? ['Its title is removed.'] : []),
    ...(name === undefined ? [] : [`Its name for clients is ${name}.`]),
    ...(description === undefined ? [] : [`Its description is ${be(description)}.`]),
    ...(instructions === undefined ? [] : [`Its instructions for models are ${be(instructions)}.`]),
  ];
}
