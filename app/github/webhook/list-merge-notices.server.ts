import { listMerged } from '#app/github/links/settlement-store.server.ts';
import type { Notice } from '#app/hosting/notices/notice.ts';
import type { AppContext } from '#app/platform/app-context.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const REFUSED_MS = 7 * DAY_MS;
const PUBLISHED_MS = DAY_MS;

/**
 * Finds what became of the last merged pull request of each project: a version that was published for a day, one that
 * was not for a week, unless somebody has published it, or a later one, since.
 */
export async function listMergeNotices(
  app: Pick<AppContext, 'env' | 'log'>,
  account: string,
  only?: string,
): Promise<Notice[]> {
  const now = Date.now();
  try {
    const merged = await listMerged(app.env.DB, { account, only }, now - REFUSED_MS);
    const last = new Map(merged.toReversed().map((each) => [each.push.project, each]));
    return [...last.values()].flatMap((each) => toNotice(each, now) ?? []);
  } catch (error) {
    app.log.warn('notices.mergesUnread', { account, error });
    return [];
  }
}

type Merged = Awaited<ReturnType<typeof listMerged>>[number];

function toNotice({ push, title, published }: Merged, now: number): Notice | null {
  const { project, version, pull, publication, publicationNote, settledAt: at } = push;
  if (pull === null || at === null || publication === 'waiting') return null;
  const notice = { kind: 'merge' as const, project, title, version, pull, at };
  if (publication === 'published') {
    return at > now - PUBLISHED_MS ? { ...notice, obstacle: null } : null;
  }
  const isSettled = published !== null && published >= version;
  return isSettled ? null : { ...notice, obstacle: publicationNote ?? '' };
}
