import * as z from 'zod';

import { StepMessage, StepTool } from '#app/evals/loop/step.ts';

const MAX_MESSAGES = 400;
/** Companies take 128 tools (OpenAI) or some hundreds; what is above is refused by the model, in its own words. */
const MAX_TOOLS = 2_000;

/** A request for one step: `POST /api/tester/steps`. */
export const StepBody = z.strictObject({
  model: z.string().min(1).max(200),
  /** Sealed token of the connection that a guest has made in their tab. */
  connection: z.string().min(1).max(4_000).optional(),
  /** Of the step before, where the messages end with the results of its calls. */
  ticket: z.string().max(400).optional(),
  instructions: z.string().max(20_000),
  messages: z
    .array(StepMessage)
    .min(1)
    .max(MAX_MESSAGES)
    .refine((messages) => messages[0]?.role === 'user', 'must begin with a message of the user')
    .refine(
      (messages) => messages.at(-1)?.role !== 'assistant',
      'must end with a message of the user, or with results',
    ),
  tools: z.array(StepTool).max(MAX_TOOLS),
});
export type StepBody = z.infer<typeof StepBody>;
