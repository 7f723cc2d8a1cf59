import * as z from 'zod';

import { defineTool } from './builder-tool.ts';

export const proposePlan = defineTool({
  name: 'propose_plan',
  effect: 'plans',
  words: { now: 'Planning', done: 'Plan' },
  subject: [],
  description:
    'Shows the person what you are about to do: the goal in one sentence, and the steps.',
  input: z.strictObject({
    goal: z.string().max(500),
    steps: z.array(z.string().max(300)).min(1).max(20),
    assumed: z
      .array(z.string().max(300))
      .max(10)
      .optional()
      .describe('What you decided for the person.'),
  }),
  async run() {
    return { shown: true };
  },
});
