import * as z from 'zod/mini';

import type { Result } from '#app/platform/result.ts';

/** A JSON object, as arguments and schemas are. */
export const StepJson = z.record(z.string(), z.json());

/** A call that a model asks for. */
export const StepCall = z.object({
  id: z.string().check(z.regex(/^[\w.:-]{1,128}$/)),
  /** The name under which the model was told of the tool. */
  tool: z.string().check(z.minLength(1), z.maxLength(128)),
  input: StepJson,
  /** Of arguments that are no JSON object: as the model wrote them; `input` is then empty. */
  unread: z.optional(z.string()),
});
export type StepCall = z.infer<typeof StepCall>;

/** A message of a conversation with tools, the same for each company's model. */
export const StepMessage = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), text: z.string().check(z.minLength(1)) }),
  z.object({ role: z.literal('assistant'), text: z.string(), calls: z.array(StepCall) }),
  z.object({
    role: z.literal('tool'),
    results: z
      .array(z.object({ id: z.string(), tool: z.string(), text: z.string(), isError: z.boolean() }))
      .check(z.minLength(1)),
  }),
]);
export type StepMessage = z.infer<typeof StepMessage>;

/** A tool as a model is told of it. */
export const StepTool = z.object({
  /** Letters, digits, `_` and `-`, at most 64: models take no other names. */
  name: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  description: z.optional(z.string()),
  inputSchema: StepJson,
});
export type StepTool = z.infer<typeof StepTool>;

/** Use of one step; tokens of a cache are part of the input. */
export const StepUsage = z.object({
  input: z.number(),
  cached: z.number(),
  output: z.number(),
  /** US dollars; null: the price is not known. */
  cost: z.nullable(z.number()),
});
export type StepUsage = z.infer<typeof StepUsage>;

/** How a step ended: it calls tools, is an answer, or was cut off by the limit of tokens. */
export const StepFinish = z.enum(['calls', 'stop', 'length']);

/** One event of a step's stream. */
export const StepEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), delta: z.string() }),
  z.object({ type: z.literal('call'), call: StepCall }),
  /** The model is waited for. */
  z.object({ type: z.literal('waiting'), reason: z.string() }),
  z.object({
    type: z.literal('end'),
    finish: StepFinish,
    usage: StepUsage,
    model: z.string(),
    /** Continues the turn with the results of its calls; absent where turns are not counted. */
    ticket: z.optional(z.string()),
  }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);
export type StepEvent = z.infer<typeof StepEvent>;

/** One answer of a model. */
export interface ModelStep {
  text: string;
  calls: StepCall[];
  finish: z.infer<typeof StepFinish>;
  usage: StepUsage;
  /** From the request to the end of the answer. */
  milliseconds: number;
}

/** Why a model gave no answer; `message` is for people. */
export interface StepFailure {
  reason: 'stopped' | 'refused' | 'failed';
  message: string;
}

/** All that a model is asked with. */
export interface StepAsked {
  instructions: string;
  messages: readonly StepMessage[];
  tools: readonly StepTool[];
  signal: AbortSignal;
  onText?: (delta: string) => void;
  /** Called while the model is waited for. */
  onWaiting?: (reason: string) => void;
}

/** Asks a model for its next step. */
export type AskModel = (asked: StepAsked) => Promise<Result<ModelStep, StepFailure>>;

export const NO_STEP_USAGE: StepUsage = { input: 0, cached: 0, output: 0, cost: 0 };

/** The sum of several steps; its cost is unknown where that of one is. */
export function addUsage(all: readonly StepUsage[]): StepUsage {
  return all.reduce(
    (sum, { input, cached, output, cost }) => ({
      input: sum.input + input,
      cached: sum.cached + cached,
      output: sum.output + output,
      cost: sum.cost === null || cost === null ? null : sum.cost + cost,
    }),
    NO_STEP_USAGE,
  );
}
