import * as z from 'zod/mini';

/**
 * Texts of a message out of which the server has cut credentials, as it stores them: `data-cut` in the stream
 * of the turn. The page that sent the message still has the values, and offers them as secrets.
 */
export const CutNews = z.object({
  message: z.string(),
  /** Of its parts that are texts, in their order. */
  texts: z.array(z.string()),
});
export type CutNews = z.infer<typeof CutNews>;

/** The news as a chunk of the stream; transient, so that it is no part of the answer. */
export function toCutChunk(data: CutNews) {
  return { type: 'data-cut' as const, id: 'cut', data, transient: true };
}
