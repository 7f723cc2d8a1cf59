import { clsx } from 'clsx';
import { CircleX, ShieldCheck, Wrench } from 'lucide-react';

import type { Report } from '#app/blueprint/readiness/report.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { VERDICT_TONES, verdictWords } from '#app/platform/verdict.ts';
import { CodeBlock } from '#app/ui/code/code-block.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

const MARKS = { ready: ShieldCheck, fixes: Wrench, unusable: CircleX } as const;
const TONES = { pass: 'text-pass', warn: 'text-warn', fail: 'text-fail' } as const;

/** Whether the server may go to production, why, and how that is decided. */
export function ReportVerdict({
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
  const { verdict, reason, score, checkedAt } = report;
  const Mark = MARKS[verdict.kind];
  return (
    <section aria-label="Verdict" className="border-b px-4 py-5 sm:px-6">
      <div
        className={clsx('flex flex-wrap items-center gap-x-4 gap-y-1', isChecking && 'text-muted')}
      >
        <h2 className="flex items-center gap-2.5 text-xl tabular-nums">
          <Mark
            aria-hidden
            className={clsx(
              'size-7 shrink-0',
              isChecking ? '' : TONES[VERDICT_TONES[verdict.kind]],
            )}
          />
          {verdictWords(verdict)}
        </h2>
        <p className="text-sm text-muted tabular-nums">
          {score === null ? 'No score' : `Score ${score} of 100`} ·{' '}
          {isChecking ? (
            'Checking the latest change'
          ) : (
            <>
              Checked <RelativeTime at={checkedAt} />
            </>
          )}
        </p>
      </div>
      <p className="mt-1 max-w-prose text-sm wrap-anywhere">{reason}</p>
      <details className="mt-1">
        <summary className="inline-flex min-h-8 cursor-pointer items-center text-sm text-blue pointer-coarse:min-h-11">
          How this is decided
        </summary>
        <div className="mt-1 max-w-prose space-y-2 text-sm">
          <p>
            <b>Ready</b>: no check fails. Each check that fails is one thing to fix.{' '}
            <b>Not usable yet</b>: something keeps everybody from using the server, such as no
            tools, or more than the context of common clients holds. Suggestions are not in the way.
          </p>
          <ScoreWords report={report} />
          <p className="text-muted">
            A badge with the verdict, for a README.{' '}
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

function ScoreWords({ report: { score, points, possible } }: { report: Report }) {
  const earned = possible === 0 ? 0 : Math.floor((100 * points) / possible);
  const sum = `${formatCount(points)} of ${possible} points`;
  return (
    <p className="tabular-nums">
      The score says how much is good: each check is worth 1 to 5 points. A pass earns all of them,
      a suggestion half, a failure none; what does not apply is not counted. This server has {sum}
      {score === null
        ? ', but no score, because nobody can use it.'
        : `: ${formatCount(points)} ÷ ${possible} × 100 is ${earned}, rounded down${score < earned ? `, and ${score} while a check worth 5 points fails` : ''}.`}
    </p>
  );
}
