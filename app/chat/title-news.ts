import * as z from 'zod/mini';

/**
 * The title that a chat got while a turn runs: made of the first message, set by the model, or by the person.
 * The turn's stream tells it as `data-title`; a page that does not know it takes no notice.
 */
export const TitleNews = z.object({ title: z.string() });
export type TitleNews = z.infer<typeof TitleNews>;

/** The title as a chunk of the stream; transient, so that it is no part of the answer. */
export function toTitleChunk(title: string) {
  const data: TitleNews = { title };
  return { type: 'data-title' as const, id: 'title', data, transient: true };
}
