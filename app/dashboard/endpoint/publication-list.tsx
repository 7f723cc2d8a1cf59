import type { Publication } from '#app/projects/endpoint/endpoint.ts';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import { describeEnd } from './describe-end.ts';

/** All that was published, newest first, and what became of versions for a share of the callers. */
export function PublicationList({ history }: { history: readonly Publication[] }) {
  if (history.length === 0) {
    return <p className="text-sm text-muted">Nothing yet. Publish a version under Overview.</p>;
  }
  return (
    <ul className="divide-y border-y">
      {history.map(({ version, at, share, end }) => (
        <li key={`${version} ${at}`} className="py-2 tabular-nums">
          <RelativeTime at={at} /> · Version {version}
          {share === undefined ? '' : ` for ${share}% of callers`}
          {end === undefined ? null : (
            <p className="text-sm text-muted">
              <RelativeTime at={end.at} /> · {describeEnd(end)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
