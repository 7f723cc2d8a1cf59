import * as z from 'zod';

import { defineTool } from './builder-tool.ts';

const MAX_CHARACTERS = 20_000;

export const readFile = defineTool({
  name: 'read_file',
  effect: 'reads',
  words: { now: 'Reading a file', done: 'Read a file' },
  subject: ['path'],
  description: 'Reads a file of the generated project: README.md, src/tools/get-user.ts.',
  input: z.strictObject({ path: z.string().max(300) }),
  async run({ path }, { workspace }) {
    const problems = await workspace.settle();
    if (problems.length > 0) return { problems };
    const text = await workspace.ports.readFile(path);
    if (text === null) return { problems: [{ path: '$.path', message: `There is no ${path}.` }] };
    return { text: text.slice(0, MAX_CHARACTERS), isCut: text.length > MAX_CHARACTERS };
  },
});
