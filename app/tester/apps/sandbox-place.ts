import * as z from 'zod/mini';

/** Where apps run; null: this site has no origin for them. */
export const SandboxPlace = z.object({ origin: z.nullable(z.string()) });
