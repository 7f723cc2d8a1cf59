import * as z from 'zod';

import { defineTool } from './builder-tool.ts';

export const askUser = defineTool({
  name: 'ask_user',
  effect: 'asks',
  words: { now: 'Asking', done: 'Question' },
  subject: [],
  description:
    'Asks the person something that only they can decide, with choices to pick from; with none where any answer may be given, such as an address. They may also answer in their own words, or skip it: then the default holds. Ends the turn.',
  input: z.strictObject({
    question: z.string().max(500),
    choices: z
      .array(z.string().max(200))
      .max(8)
      .refine(({ length }) => length !== 1, 'One choice is none: give several, or an empty list.'),
    default: z.string().optional(),
  }),
  async run() {
    return { asked: true };
  },
});
