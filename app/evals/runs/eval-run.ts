import * as z from 'zod/mini';

import { StepFinish, StepJson, StepUsage } from '#app/evals/loop/step.ts';

/** A call of a run, with as much of its result as the model was told. */
export const RunCall = z.object({
  id: z.string(),
  /** The name under which the model was told of the tool. */
  wire: z.string(),
  /** The tool's own name; that of the call where there is no such tool. */
  name: z.string(),
  /** Name of the server; null where there is no such tool. */
  server: z.nullable(z.string()),
  input: StepJson,
  unread: z.optional(z.string()),
  told: z.string(),
  isError: z.boolean(),
  milliseconds: z.number(),
});
export type RunCall = z.infer<typeof RunCall>;

const RunStep = z.object({
  text: z.string(),
  calls: z.array(RunCall),
  finish: StepFinish,
  usage: StepUsage,
  milliseconds: z.number(),
});

/** One run of a task, with one model at one target: all that is judged, and enough to replay it. */
export const EvalRun = z.object({
  task: z.string(),
  model: z.string(),
  target: z.string(),
  /** Counted from 1. */
  run: z.number(),
  end: z.object({
    status: z.enum(['done', 'spent', 'failed', 'refused', 'stopped']),
    message: z.nullable(z.string()),
  }),
  steps: z.array(RunStep),
  /** Of a replay against a server: where it does not answer as it did. */
  drift: z.optional(z.array(z.string())),
});
export type EvalRun = z.infer<typeof EvalRun>;

/** Names one run among all of an eval. */
export type RunKey = Pick<EvalRun, 'task' | 'model' | 'target' | 'run'>;
