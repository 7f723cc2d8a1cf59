import * as z from 'zod';

import { CallEnding } from './call-entry.ts';

const MAX_PAGE = 200;
const DEFAULT_PAGE = 50;

/** Which calls are meant, as an address has it. */
export const CallFilterQuery = z.object({
  tool: z.string().max(200).optional(),
  end: z.enum(CallEnding.options).optional(),
  key: z.string().max(100).optional(),
  version: z.coerce.number<string>().int().min(1).optional(),
  since: z.coerce.number<string>().int().min(0).optional(),
  until: z.coerce.number<string>().int().min(0).optional(),
});

/** Which calls to list, as an address has it. */
export const CallQuery = CallFilterQuery.extend({
  /** Calls with a lower id. */
  before: z
    .string()
    .regex(/^[0-9A-Z~]{1,32}$/)
    .optional(),
  /** Calls that arrived after the one with this number. */
  after: z.coerce.number<string>().int().min(0).optional(),
  limit: z.coerce.number<string>().int().min(1).max(MAX_PAGE).default(DEFAULT_PAGE),
});
export type CallQuery = z.infer<typeof CallQuery>;
