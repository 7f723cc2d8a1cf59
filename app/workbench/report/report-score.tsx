import { clsx } from 'clsx';

import type { Report } from '#app/blueprint/readiness/report.ts';
import { CodeBlock } from '#app/ui/code/code-block.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import { CheckMark } from './check-mark.tsx';
import { countStatus } from './report-groups.ts';

const SHOWN = ['fail', 'warn', 'pass', 'notApplicable'] as const;

/** The score, its parts, and how it is computed. */
export function ReportScore({
  report,
  isChecking,
  badge,
  isPrivate,
}: {
  report: Report;
  isChecking: boolean;
  /** Address of the picture. */
  badge: string;
  /** Nobody else can see the picture. */
  isPrivate: boolean;
}) {
  const { score, grade, verdict, points, possible, checks, checkedAt } = report;
  const isLimited = score !== null && score < Math.floor((100 * points) / possible);
  const counts = countStatus(checks);
  return (
    <section aria-label="Score" className="border-b px-4 py-5 sm:px-6">
      <div
        className={clsx('flex flex-wrap items-center gap-x-6 gap-y-3', isChecking && 'text-muted')}
      >
        <p className="flex items-baseline gap-2 tabular-nums">
          <span className="text-xl font-semibold">{score ?? 'Nothing checked'}</span>
          {score === null ? null : <span className="text-muted">of 100 · grade {grade}</span>}
        </p>
        <ul className="flex flex-wrap gap-2">
          {SHOWN.filter((status) => status === 'pass' || counts[status] > 0).map((status) => (
            <li key={status}>
              <CheckMark status={status} count={counts[status]} />
            </li>
          ))}
        </ul>
        <p className="text-sm text-muted tabular-nums">
          {isChecking ? 'Checking the latest change' : <CheckedAt time={checkedAt} />}
        </p>
      </div>
      <p className="mt-2 max-w-prose text-sm wrap-anywhere">{verdict}</p>
      <details className="mt-2">
        <summary className="inline-flex min-h-8 cursor-pointer items-center text-sm text-blue pointer-coarse:min-h-11">
          How the score is calculated
        </summary>
        <div className="mt-1 max-w-prose space-y-2 text-sm">
          <p>
            Each check is worth 1 to 5 points, depending on how serious its failure would be. A pass
            earns all of them, a warning half, a failure none. Checks that do not apply are not
            counted.
          </p>
          {score === null ? (
            <p>No check applied to this server.</p>
          ) : (
            <p className="tabular-nums">
              This server has {points.toLocaleString('en')} of {possible} points, as listed below:{' '}
              <span className="whitespace-nowrap">
                {points.toLocaleString('en')} ÷ {possible} × 100
              </span>{' '}
              is {Math.floor((100 * points) / possible)}, rounded down
              {isLimited ? `, and ${score} while a check worth 5 points fails` : null}.
            </p>
          )}
          <p>
            Grade A starts at 90, B at 75, C at 60. While a check worth 5 points fails, the score is
            74 and the grade C at best.
          </p>
          <p className="text-muted">
            A badge with the score, for a README.{' '}
            {isPrivate
              ? 'While this server is private, nobody else can see it: share the server first.'
              : 'Its address contains the id of this server. Anyone who reads it can view the conversation, the blueprint and the report, and call the endpoint, which the mock upstream then answers.'}
          </p>
          <CodeBlock text={`![production-ready](${badge})`} label="badge" />
        </div>
      </details>
    </section>
  );
}

function CheckedAt({ time }: { time: string }) {
  return (
    <>
      Checked <RelativeTime at={time} />
    </>
  );
}
