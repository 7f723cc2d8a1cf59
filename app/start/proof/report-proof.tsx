import { Check, ChevronRight, TriangleAlert, X } from 'lucide-react';

import type {
  TemplateCheck,
  TemplateFamily,
  TemplateReport,
} from '#app/templates/template-report.ts';
import { VerdictBadge } from '#app/ui/verdict-badge.tsx';

const MARKS = {
  pass: { Mark: Check, tone: 'text-pass', word: 'passes' },
  warn: { Mark: TriangleAlert, tone: 'text-warn', word: 'to improve' },
  fail: { Mark: X, tone: 'text-fail', word: 'fails' },
} as const;

const FILLS = [
  ['pass', 'bg-pass'],
  ['warn', 'bg-warn'],
  ['fail', 'bg-fail'],
] as const;

/** The readiness report of a server, family by family; each opens to its checks and what they found. */
export function ReportProof({ title, report }: { title: string; report: TemplateReport }) {
  const longest = Math.max(...report.families.map(({ checks }) => checks.length));
  return (
    <div className="overflow-hidden rounded-panel border bg-raised">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-3">
        <p className="font-semibold">{title}</p>
        <VerdictBadge verdict={report.verdict} />
        {report.score === null ? null : (
          <p className="ms-auto text-sm text-muted tabular-nums">Score {report.score} of 100</p>
        )}
      </div>
      <ul aria-label={`Readiness report of ${title}`} className="divide-y">
        {report.families.map((family) => (
          <li key={family.title}>
            <Family family={family} longest={longest} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Family({ family, longest }: { family: TemplateFamily; longest: number }) {
  const { title, checks } = family;
  const passed = countOf(checks, 'pass');
  return (
    <details name="report-families" className="group">
      <summary className="grid min-h-9 list-none grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 px-4 py-1.5 text-sm -outline-offset-2 hover:bg-hover sm:grid-cols-[auto_9rem_minmax(0,1fr)_auto] pointer-coarse:min-h-11">
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        <span className="font-medium">{title}</span>
        <span
          aria-hidden
          className="flex h-2 gap-0.5 max-sm:hidden"
          style={{ width: `${(100 * checks.length) / longest}%` }}
        >
          {FILLS.map(([status, fill]) => (
            <Part key={status} fill={fill} count={countOf(checks, status)} />
          ))}
        </span>
        <span className="text-end text-muted tabular-nums sm:ms-2">
          {passed === checks.length ? `all ${passed} pass` : `${passed} of ${checks.length} pass`}
        </span>
      </summary>
      <ul className="space-y-2.5 border-t bg-paper px-4 py-3 text-sm">
        {checks.map((check) => (
          <li key={check.title} className="flex gap-2.5">
            <FoundMark status={check.status} />
            <p className="min-w-0">
              {check.title}
              <span className="block wrap-anywhere text-muted">{check.found}</span>
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}

function FoundMark({ status }: Pick<TemplateCheck, 'status'>) {
  const { Mark, tone, word } = MARKS[status];
  return (
    <>
      <Mark aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <span className="sr-only">{word}: </span>
    </>
  );
}

function Part({ fill, count }: { fill: string; count: number }) {
  if (count === 0) return null;
  return <span className={`basis-0 rounded-[2px] ${fill}`} style={{ flexGrow: count }} />;
}

const countOf = (checks: readonly TemplateCheck[], wanted: TemplateCheck['status']) =>
  checks.filter(({ status }) => status === wanted).length;
