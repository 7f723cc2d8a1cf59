import * as z from 'zod';

import { defineTool } from './builder-tool.ts';

export const proposePlan = defineTool({
  name: 'propose_plan',
  effect: 'plans',
  words: { now: 'Planning', done: 'Plan' },
  subject: [],
  description:
    'Shows the person what you are about to do, before more than two edits: the goal in one sentence and the steps.',
  input: z.strictObject({
    goal: z.string().max(500),
    steps: z.array(z.string().max(300)).min(1).max(20),
  }),
  async run() {
    return { shown: true };
  },
});
