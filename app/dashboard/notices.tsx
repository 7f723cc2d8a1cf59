import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';

import { requestJson } from '#app/api-client/api-request.ts';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { NoticeList, type Notice } from '#app/hosting/notices/notice.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import { MergeNotice } from './merge-notice.tsx';

/** Failures and limits that the owner of endpoints should know of; those of one project, or of all. */
export function Notices({ project, account }: { project?: string; account?: string | undefined }) {
  const query = new URLSearchParams({ ...(project && { project }), ...(account && { account }) });
  const { value } = useLoaded('notices', query.toString(), () =>
    requestJson(NoticeList, query.size === 0 ? '/api/notices' : `/api/notices?${query}`),
  );
  const notices = (value?.notices ?? []).filter(
    (notice) => !('project' in notice) || project === undefined || notice.project === project,
  );
  if (notices.length === 0) return null;
  return (
    <ul aria-label="Notices" className="mb-4 space-y-2">
      {notices.map((notice) => (
        <li
          key={toKey(notice)}
          className={`flex items-start gap-2 rounded-panel px-3 py-2 text-sm tabular-nums ${isGood(notice) ? 'bg-pass-tint' : 'bg-warn-tint'}`}
        >
          {isGood(notice) ? (
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-pass" />
          ) : (
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          )}
          <span className="min-w-0 wrap-anywhere">
            {notice.kind === 'quota' ? <Quota notice={notice} /> : null}
            {notice.kind === 'room' ? <Room notice={notice} /> : null}
            {notice.kind === 'merge' ? (
              <MergeNotice notice={notice} isNamed={project === undefined} />
            ) : null}
            {notice.kind === 'failing' ? (
              <Failing notice={notice} isNamed={project === undefined} />
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

function isGood(notice: Notice): boolean {
  return notice.kind === 'merge' && notice.obstacle === null;
}

function toKey(notice: Notice): string {
  if (notice.kind === 'failing') return notice.project;
  if (notice.kind === 'merge') return `merge ${notice.project}`;
  return notice.kind === 'room' ? notice.limit : 'quota';
}

const ROOM_WORDS = {
  projects: {
    many: 'projects',
    above: 'They all stay, and can be changed, published and downloaded.',
    full: 'Delete one before you create another.',
  },
  privateEndpoints: {
    many: 'private endpoints',
    above: 'They go on serving; one that you take offline comes back only where there is room.',
    full: 'Open one, or take one offline, before you publish another.',
  },
};

/** Says how much room the plan has; above it, that nothing is taken away. */
function Room({ notice: { limit, used, max } }: { notice: Extract<Notice, { kind: 'room' }> }) {
  const { many, above, full } = ROOM_WORDS[limit];
  const next = used > max ? above : used === max ? full : null;
  return (
    <>
      You have {formatCount(used)} {many}; your plan has room for {formatCount(max)}.{' '}
      {next === null ? null : `${next} `}
      <Link to="/account" className="underline">
        See your plan
      </Link>
    </>
  );
}

function Failing({
  notice: { project, title, calls, failed },
  isNamed,
}: {
  notice: Extract<Notice, { kind: 'failing' }>;
  isNamed: boolean;
}) {
  return (
    <>
      {isNamed ? (
        <>
          <bdi className="font-medium">{title}</bdi>:{' '}
        </>
      ) : null}
      {formatCount(failed)} of {formatCount(calls)} calls failed in the last hour.{' '}
      <Link to={`/projects/${project}?tab=logs&end=failed`} className="underline">
        View failed calls
      </Link>
    </>
  );
}

function Quota({
  notice: { used, limit, resetsAt },
}: {
  notice: Extract<Notice, { kind: 'quota' }>;
}) {
  return (
    <>
      You have used {Math.floor((used / limit) * 100)}% of today’s {formatCount(limit)} calls. The
      limit resets <RelativeTime at={resetsAt} />.{' '}
      <Link to="/account" className="underline">
        See your plan
      </Link>
    </>
  );
}
