import * as z from 'zod/mini';

import { readCookies } from '#app/platform/cookies.ts';

/** The most that a banner shows in two lines on a phone is about half of it. */
export const MAX_NOTICE_LENGTH = 300;

/** Maintenance, or anything else that everybody should know, as a banner on every page. */
export const SiteNotice = z.object({
  /** Another one with each change: a dismissed notice stays away, a new one shows. */
  id: z.string(),
  text: z.string(),
  /** When the maintenance begins, in milliseconds since 1970; null: no time is told. */
  startsAt: z.nullable(z.number()),
  /** When it ends; the banner goes away then. */
  endsAt: z.number(),
});
export type SiteNotice = z.infer<typeof SiteNotice>;

/** Names the notice that a browser has dismissed. */
export const DISMISSED_COOKIE = 'dismissed-notice';

/** Whether a `Cookie` header says that its browser has dismissed this notice. */
export function isDismissed({ id }: Pick<SiteNotice, 'id'>, cookies: string | null): boolean {
  return readCookies(cookies, DISMISSED_COOKIE).includes(id);
}

/** The cookie that keeps a notice away until it would end by itself. */
export function writeDismissal(
  { id, endsAt }: Pick<SiteNotice, 'id' | 'endsAt'>,
  now: number,
): string {
  const seconds = Math.max(60, Math.ceil((endsAt - now) / 1_000));
  return `${DISMISSED_COOKIE}=${id}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
}

/** As an operator sends it. */
export const NewSiteNotice = z.object({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_NOTICE_LENGTH)),
  startsAt: z.nullable(z.int()),
  endsAt: z.int(),
});
export type NewSiteNotice = z.infer<typeof NewSiteNotice>;
