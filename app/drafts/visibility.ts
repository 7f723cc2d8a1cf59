import * as z from 'zod/mini';

/**
 * Readers of a draft and its conversation besides its owner and who has its token: nobody, people with the link,
 * everybody.
 */
export const Visibility = z.enum(['private', 'unlisted', 'public']);
export type Visibility = z.infer<typeof Visibility>;
