import * as z from 'zod';

import { defineTool } from './builder-tool.ts';

export const proposePlan = defineTool({
  name: 'propose_plan',
  effect: 'plans',
  words: { now: 'Planning', done: 'Plan' },
  subject: [],
  description:
    'Shows the person what you are about to do: the goal in one sentence, and the steps. With done alone it ticks finished steps, beside your other calls.',
  input: z
    .strictObject({
      goal: z.string().max(500).optional(),
      steps: z.array(z.string().max(300)).min(1).max(20).optional(),
      assumed: z
        .array(z.string().max(300))
        .max(10)
        .optional()
        .describe('Decisions that you took because the person did not say.'),
      done: z
        .array(z.int().min(1).max(20))
        .max(20)
        .optional()
        .describe('Numbers of the steps that are finished, from 1.'),
    })
    .refine(({ goal, steps, done }) => (goal && steps) || (!goal && !steps && done), {
      error: 'needs the goal and its steps, or done alone',
    }),
  async run() {
    return { shown: true };
  },
});
