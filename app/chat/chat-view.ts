import * as z from 'zod/mini';

import { Visibility } from '#app/drafts/visibility.ts';
import { DraftView } from '#app/drafts/draft.ts';
import { ShowcaseListing } from '#app/drafts/publishing/showcase-listing.ts';
import { PointView } from '#app/drafts/restore-points.ts';

import { isChatMessage, type ChatMessage } from './chat-parts.ts';

/** The conversation of a draft. */
export const ChatView = z.object({
  title: z.nullable(z.string()),
  messages: z.array(z.custom<ChatMessage>(isChatMessage)),
  /** Ids of the messages at the same place, if there are several. */
  branches: z.record(z.string(), z.array(z.string())),
  isRunning: z.boolean(),
  points: z.array(PointView),
  /** Number of the last point; 0 where there is none. */
  current: z.number(),
  /** Id of the model that the person chose. */
  model: z.nullable(z.string()),
});
export type ChatView = z.infer<typeof ChatView>;

/** The limits of the next turn. */
export const TurnAllowance = z.object({
  /** Of today; null where they are not counted. */
  turnsLeft: z.nullable(z.number()),
  /** When there are new ones, in milliseconds since 1970. */
  resetsAt: z.number(),
  steps: z.number(),
  tokens: z.number(),
  seconds: z.number(),
});
export type TurnAllowance = z.infer<typeof TurnAllowance>;

/** A chat with its draft, as `GET /api/chats/:id` answers it. */
export const ChatAnswer = z.extend(ChatView, {
  id: z.string(),
  visibility: Visibility,
  /** Who only reads gets the branch that is shown. */
  access: z.enum(['own', 'read']),
  draft: DraftView,
  /** Null for who only reads. */
  budget: z.nullable(TurnAllowance),
});
export type ChatAnswer = z.infer<typeof ChatAnswer>;

/** The limits of the next turn and the last message, as `GET /api/chats/:id/limits` answers its owner. */
export const ChatLimits = z.object({
  /** Id of the last message that is shown; null where there is none. */
  last: z.nullable(z.string()),
  budget: TurnAllowance,
});
export type ChatLimits = z.infer<typeof ChatLimits>;

/** A chat as a page first loads it. */
export type LoadedChat = Pick<ChatAnswer, 'messages' | 'branches' | 'isRunning'> &
  Partial<Pick<ChatAnswer, 'title' | 'model' | 'budget'>>;

/** Title, readers and public words of a chat, as `PATCH /api/chats/:id` answers them. */
export const ChatSettings = z.object({
  id: z.string(),
  title: z.nullable(z.string()),
  visibility: Visibility,
  /** Absent where it is not public. */
  listing: z.optional(ShowcaseListing),
});
