import * as z from 'zod/mini';

/** Whether an endpoint serves, as `GET /mcp/:slug/health` answers it. */
export const EndpointHealth = z.object({
  status: z.literal('ok'),
  /** Number of the published version. */
  version: z.number(),
});
export type EndpointHealth = z.infer<typeof EndpointHealth>;
