import * as z from 'zod/mini';

export const MAX_NOTE = 1_000;

/** Why somebody reports a chat. */
export const ReportReason = z.enum(['spam', 'secrets', 'harmful', 'copyright', 'other']);
export type ReportReason = z.infer<typeof ReportReason>;

/** A report of a chat, as `POST /api/showcase/:id/reports` takes it. */
export const NewChatReport = z.strictObject({
  reason: ReportReason,
  note: z.optional(z.string().check(z.trim(), z.maxLength(MAX_NOTE))),
});
export type NewChatReport = z.infer<typeof NewChatReport>;

/** A chat that was reported or is hidden, as operators see it. */
export const ReportedChat = z.object({
  /** Id of the chat; its owner, visitors where it is not hidden, find it at `/chat/<id>`. */
  id: z.string(),
  title: z.string(),
  /** The name that its author chose; null: none. */
  author: z.nullable(z.string()),
  /** Why it is hidden; null: it is not. */
  hiddenFor: z.nullable(z.string()),
  /** Reports on which nobody has decided. */
  open: z.number(),
  /** The newest of those come first: at most {@link SHOWN_REPORTS}. */
  reports: z.array(z.object({ reason: ReportReason, note: z.string(), at: z.number() })),
});
export type ReportedChat = z.infer<typeof ReportedChat>;

/** Reports of a chat that operators are shown. */
export const SHOWN_REPORTS = 10;
