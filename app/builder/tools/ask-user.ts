import * as z from 'zod';

import { defineTool } from './builder-tool.ts';

export const askUser = defineTool({
  name: 'ask_user',
  effect: 'asks',
  words: { now: 'Asking', done: 'Question' },
  subject: [],
  description:
    'Asks the person something that only they can decide, with choices, or none where any answer may be given. They may skip it: then the default holds. Ends the turn.',
  input: z.strictObject({
    question: z.string().max(500),
    choices: z
      .array(z.string().max(200))
      .max(8)
      .refine(({ length }) => length !== 1, 'One choice is none: give several, or an empty list.'),
    default: z.string().max(200).optional(),
    unclear: z
      .array(z.string().min(1).max(300))
      .max(5)
      .optional()
      .describe('Parts of the request that you do not understand, word for word.'),
  }),
  async run() {
    return { asked: true };
  },
});
