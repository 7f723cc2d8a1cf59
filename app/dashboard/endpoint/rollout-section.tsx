import { ForRole } from '#app/dashboard/for-role.tsx';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { postPublication } from '#app/projects/project-client.ts';
import type { RolloutView, VersionUsage } from '#app/projects/endpoint/rollout.ts';
import { Button } from '#app/ui/button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import { describeLatency } from '#app/dashboard/call-words.ts';
import { Section } from '#app/dashboard/section.tsx';
import type { useChange } from '#app/dashboard/use-change.ts';

interface Props {
  project: string;
  /** The version that the other callers get. */
  published: number;
  rollout: RolloutView;
  change: Pick<ReturnType<typeof useChange>, 'isBusy' | 'run'>;
  onChanged: () => Promise<void>;
}

const ROWS = [
  { label: 'Calls', of: ({ calls }: VersionUsage) => formatCount(calls) },
  { label: 'Failed', of: toFailed },
  { label: 'Median', of: ({ p50 }: VersionUsage) => describeLatency(p50) },
  { label: '95th percentile', of: ({ p95 }: VersionUsage) => describeLatency(p95) },
];

/** Stands where there is nothing to count. */
const NO_CALL = '–';

/** A version that a share of the callers gets, beside the one of all others. */
export function RolloutSection({ project, published, rollout, change, onChanged }: Props) {
  const { version, share, at, promoteAfter, candidate, stable } = rollout;
  const { isBusy, run } = change;
  return (
    <Section
      title="Gradual publish"
      note={
        <>
          Version {version} was released to {share}% of callers <RelativeTime at={at} />; everyone
          else gets version {published}. It is rolled back automatically if it fails measurably more
          often
          {promoteAfter === null
            ? '.'
            : `, and promoted after ${formatCount(promoteAfter)} calls if it does not fail more often.`}
        </>
      }
    >
      <table className="w-full max-w-md text-sm tabular-nums">
        <thead className="text-start">
          <tr className="border-b">
            <th scope="col" className="py-2 pe-4 font-normal text-muted">
              Since then
            </th>
            <th scope="col" className="py-2 pe-4 font-medium">
              Version {version}
            </th>
            <th scope="col" className="py-2 font-medium">
              Version {published}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y border-b">
          {ROWS.map(({ label, of }) => (
            <tr key={label}>
              <th scope="row" className="py-1.5 pe-4 text-start font-normal text-muted">
                {label}
              </th>
              <td className="py-1.5 pe-4">{of(candidate) || NO_CALL}</td>
              <td className="py-1.5">{of(stable) || NO_CALL}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-3 flex flex-wrap gap-2">
        <ForRole needed="editor">
          <Button
            variant="primary"
            disabled={isBusy}
            onClick={() => void run(() => postPublication(project, { version, isPromotion: true }))}
          >
            Promote version {version}
          </Button>
          <Button
            disabled={isBusy}
            onClick={() => void run(() => postPublication(project, { version: published }))}
          >
            Roll back to version {published}
          </Button>
        </ForRole>
        <Button variant="ghost" disabled={isBusy} onClick={() => void onChanged()}>
          Refresh
        </Button>
      </div>
    </Section>
  );
}

function toFailed({ calls, errors }: VersionUsage): string {
  if (calls === 0) return '';
  return `${formatCount(errors)} (${((100 * errors) / calls).toFixed(1)}%)`;
}
