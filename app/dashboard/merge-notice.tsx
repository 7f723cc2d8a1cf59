import { Link } from 'react-router';

import type { Notice } from '#app/hosting/notices/notice.ts';
import { RelativeTime } from '#app/ui/relative-time.tsx';

/** Says whether a version was published because its pull request was merged, and if not, why. */
export function MergeNotice({
  notice: { project, title, version, pull, obstacle, at },
  isNamed,
}: {
  notice: Extract<Notice, { kind: 'merge' }>;
  isNamed: boolean;
}) {
  return (
    <>
      {isNamed ? (
        <>
          <bdi className="font-medium">{title}</bdi>:{' '}
        </>
      ) : null}
      {obstacle === null ? (
        <>
          Version {version} was published <RelativeTime at={at} />, when pull request #{pull} was
          merged.
        </>
      ) : (
        <>
          Pull request #{pull} was merged <RelativeTime at={at} />, but version {version} was not
          published. {obstacle}{' '}
          <Link to={`/projects/${project}?tab=versions`} className="underline">
            View versions
          </Link>
        </>
      )}
    </>
  );
}
