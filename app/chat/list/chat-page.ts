import * as z from 'zod/mini';

import { Visibility } from '#app/drafts/visibility.ts';
import { Verdict } from '#app/platform/verdict.ts';

/** A chat in a list. */
export const ListedChat = z.object({
  id: z.string(),
  title: z.string(),
  visibility: Visibility,
  updatedAt: z.number(),
  /** How many tools its server has. */
  tools: z.number(),
  /** Names of the first of them. */
  toolNames: z.array(z.string()),
  /** Name of the server; null if it has not been named. */
  serverName: z.nullable(z.string()),
  /** Purpose of the server; null if it gives none. */
  summary: z.nullable(z.string()),
  /** Whether what it serves now may go to production; null until a report of that was made. */
  verdict: z.nullable(Verdict),
});
export type ListedChat = z.infer<typeof ListedChat>;

/** A page of a list of chats, as `GET /api/chats` answers it. */
export const ChatPage = z.object({
  chats: z.array(ListedChat),
  /** Where the next page begins; null after the last one. */
  next: z.nullable(z.string()),
});
export type ChatPage = z.infer<typeof ChatPage>;
