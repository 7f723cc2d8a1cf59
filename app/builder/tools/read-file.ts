import * as z from 'zod';

import { defineTool } from './builder-tool.ts';
import { takeTextPage } from './reading/to-pages.ts';

export const readFile = defineTool({
  name: 'read_file',
  effect: 'reads',
  words: { now: 'Reading a file', done: 'Read a file' },
  subject: ['path'],
  description:
    'Reads a file of the generated project, page by page: README.md, src/tools/get-user.ts.',
  input: z.strictObject({ path: z.string().max(300), page: z.int().min(1).optional() }),
  async run({ path, page = 1 }, { workspace }) {
    const problems = await workspace.settle();
    if (problems.length > 0) return { problems };
    const text = await workspace.ports.readFile(path);
    if (text === null) return { problems: [{ path: '$.path', message: `There is no ${path}.` }] };
    const taken = takeTextPage(text, page);
    return taken.ok ? taken.value : { problems: taken.problems };
  },
});
