import type { LimitUsage } from '#app/billing/usage.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import type { UserDetails } from './listed-user.ts';

const LIMIT_NAMES: Record<LimitUsage['limit'], string> = {
  projects: 'Projects',
  privateEndpoints: 'Private endpoints',
  callsPerMinute: 'Calls this minute',
  callsPerDay: 'Calls today',
  turnsPerDay: 'Messages today',
  seats: 'Seats',
};

/** Shows how much a user uses of their plan today, and where they are signed in. */
export function UserUsage({ details: { limits, sessions } }: { details: UserDetails }) {
  return (
    <div className="mt-3 grid gap-x-8 gap-y-3 rounded-panel border bg-raised p-4 text-sm sm:grid-cols-2">
      {limits === null ? (
        <p>The plan cannot be determined at the moment.</p>
      ) : (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
          {limits.map(({ limit, used, max }) => (
            <div key={limit} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-muted">{LIMIT_NAMES[limit]}</dt>
              <dd className="text-end tabular-nums">
                {used === null ? 'unknown' : formatCount(used)} of {formatCount(max)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {sessions.length === 0 ? (
        <p className="text-muted">No session is open.</p>
      ) : (
        <ul aria-label="Sessions" className="flex flex-col gap-1">
          {sessions.map(({ device, createdAt, seenAt }) => (
            <li key={`${device} ${createdAt}`}>
              {device}, <span className="text-muted">seen</span> <RelativeTime at={seenAt} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
