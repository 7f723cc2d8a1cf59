import * as z from 'zod/mini';

/** Where a person connects an API: in the chat of a draft, for everybody who has it, or at an endpoint, for themselves. */
export const ConnectionSeat = z.object({
  kind: z.enum(['draft', 'endpoint']),
  /** Id of the draft, or name of the endpoint. */
  name: z.string(),
});
export type ConnectionSeat = z.infer<typeof ConnectionSeat>;
