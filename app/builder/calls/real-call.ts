import * as z from 'zod/mini';

/** A request as the person sees it: names stand for secrets. */
const ShownRequest = z.object({
  /** Method and URL. */
  request: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.optional(z.string()),
  /** Of one that was sent: the status, or why there is no answer. */
  outcome: z.optional(z.string()),
});
export type ShownRequest = z.infer<typeof ShownRequest>;

/** The answer of the real API to a call that was approved. */
export const RealAnswer = z.object({
  isError: z.boolean(),
  /** The beginning of the tool's result. */
  text: z.string(),
  isCut: z.boolean(),
  /** The requests that were sent. */
  requests: z.array(ShownRequest),
  /** Whether it can be kept as an answer of the mock, or is. */
  keeping: z.enum(['impossible', 'possible', 'done']),
});
export type RealAnswer = z.infer<typeof RealAnswer>;

/** A call of a tool with the real API, as the person decides on it. */
export const RealCall = z.object({
  tool: z.string(),
  /** JSON, the beginning of it. */
  arguments: z.string(),
  /** Answers to the questions of the tool that the model has given, as JSON. */
  answers: z.optional(z.string()),
  /** Its code decides what is sent. */
  isCode: z.boolean(),
  /** That code, as the person sees it; absent where there is none, and in calls of earlier versions. */
  code: z.optional(z.string()),
  /** Requests that it sends; of code those that it has sent to the mock. */
  requests: z.array(ShownRequest),
  /** Hosts that it may reach, and names of the secrets that it may send there. */
  hosts: z.array(z.string()),
  secrets: z.array(z.string()),
  /** Absent until it was made. */
  answer: z.optional(RealAnswer),
});
export type RealCall = z.infer<typeof RealCall>;
