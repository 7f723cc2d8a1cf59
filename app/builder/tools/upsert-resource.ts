import * as z from 'zod';

import { defineTool } from './builder-tool.ts';

export const upsertResource = defineTool({
  name: 'upsert_resource',
  effect: 'changes',
  words: { now: 'Writing a resource', done: 'Wrote a resource' },
  subject: ['name'],
  description:
    'Adds something that clients can read, or replaces the one of that URI: a text, or what a tool gives. {variables} of the URI are arguments of the tool.',
  input: z.strictObject({
    uri: z.string().min(1).max(2_048).describe('Absolute, such as docs://guide or users://{id}.'),
    name: z.string().min(1).max(100),
    title: z.string().max(200).optional(),
    description: z.string().max(4_000).optional(),
    mimeType: z.string().max(100).optional(),
    text: z.string().max(200_000).optional(),
    tool: z.string().optional().describe('Or the tool that gives it.'),
  }),
  async run({ text, tool, ...facts }, { workspace }) {
    if ((text === undefined) === (tool === undefined)) {
      const message = 'Give its content: either text, or the tool that makes it.';
      return { changed: [], problems: [{ path: '$.text', message }] };
    }
    const content = tool === undefined ? { kind: 'text', text } : { kind: 'tool', tool };
    const isNew = !workspace.blueprint.resources.some(({ uri }) => uri === facts.uri);
    const resource = { ...withoutUndefined(facts), content };
    const said = `The resource ${facts.uri} is ${isNew ? 'added' : 'changed'}.`;
    return workspace.edit([{ edit: 'upsertResource', resource }], [said]);
  },
});

function withoutUndefined(facts: object): object {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
