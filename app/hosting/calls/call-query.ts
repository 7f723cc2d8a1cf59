import * as z from 'zod';

import { CallEnd } from './call-entry.ts';

const MAX_PAGE = 200;

/** Which calls to list, as an address has it. */
export const CallQuery = z.object({
  tool: z.string().optional(),
  end: z.enum(CallEnd.options).optional(),
  key: z.string().optional(),
  before: z.coerce.number<string>().int().optional(),
  limit: z.coerce.number<string>().int().min(1).max(MAX_PAGE).optional(),
});
export type CallQuery = z.infer<typeof CallQuery>;
