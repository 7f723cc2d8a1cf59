import { clsx } from 'clsx';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { LimitUsage, UsedLimit } from '#app/billing/usage.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { RelativeTime } from '#app/ui/relative-time.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

export const USED_LIMIT_NAMES: Record<UsedLimit, string> = {
  projects: 'Projects',
  privateEndpoints: 'Private endpoints',
  callsPerMinute: 'Hosted calls this minute',
  callsPerDay: 'Hosted calls today',
  turnsPerDay: 'Builder turns today',
  seats: 'Seats',
};

interface Props {
  /** Null: on its way, unless it failed. */
  limits: readonly LimitUsage[] | null;
  failure: RequestFailure | null;
  onRetry: () => void;
}

/** The usage of each limit: what is left, and when it starts again. */
export function UsageList({ limits, failure, onRetry }: Props) {
  return (
    <section aria-labelledby="usage">
      <h2 id="usage" className="mb-2">
        Usage
      </h2>
      {failure ? <FailureNote failure={failure} onRetry={onRetry} /> : null}
      {limits === null ? (
        failure ? null : (
          <Spinner />
        )
      ) : (
        <ul className="border-t">
          {limits.map((usage) => (
            <UsageRow key={usage.limit} usage={usage} />
          ))}
        </ul>
      )}
    </section>
  );
}

function UsageRow({ usage }: { usage: LimitUsage }) {
  const { limit, used, max, resetsAt } = usage;
  const name = USED_LIMIT_NAMES[limit];
  return (
    <li className="grid gap-x-4 gap-y-1 border-b py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)_7.5rem_13.5rem] sm:items-center">
      <p className="flex justify-between gap-3">
        <span>{name}</span>
        <span className="text-muted tabular-nums sm:hidden">{toShare(usage)}</span>
      </p>
      <UsageBar used={used ?? 0} max={max} />
      <p className="text-end text-sm text-muted tabular-nums max-sm:hidden">{toShare(usage)}</p>
      <p className="text-sm text-muted tabular-nums sm:text-end">
        {used === null ? 'Not counted just now' : toLeft(used, max)}
        {resetsAt === null ? null : (
          <>, {limit === 'callsPerMinute' ? 'resets each minute' : <Resets at={resetsAt} />}</>
        )}
      </p>
    </li>
  );
}

function Resets({ at }: { at: number }) {
  return (
    <>
      resets <RelativeTime at={at} />
    </>
  );
}

/** A bar that is full at the limit; the words beside it say the same. */
function UsageBar({ used, max }: { used: number; max: number }) {
  const share = max === 0 ? 0 : Math.min(1, used / max);
  const isFull = max > 0 && used >= max;
  return (
    <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-hover">
      <div
        className={clsx('h-full rounded-full', isFull ? 'bg-warn' : 'bg-blue')}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}

function toShare({ used, max }: LimitUsage): string {
  return `${used === null ? '–' : formatCount(used)} of ${formatCount(max)}`;
}

function toLeft(used: number, max: number): string {
  const left = max - used;
  if (left < 0) return `${formatCount(-left)} above the limit`;
  return left === 0 ? 'none left' : `${formatCount(left)} left`;
}
