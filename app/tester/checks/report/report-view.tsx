import { useMemo, useState } from 'react';

import { Segmented } from '#app/ui/segmented.tsx';

import { countStatuses, type ChecksReport, type LineStatus } from './checks-report.ts';
import { ReportLineItem } from './report-line.tsx';
import { toSections } from './report-sections.ts';
import type { ReportSection } from './report-sections.ts';
import { StatusMark } from './status-mark.tsx';

const STATUSES: readonly LineStatus[] = ['fail', 'warn', 'pass', 'notApplicable'];
type Shown = 'found' | 'all';

/** A report, part by part; at first only what needs attention. */
export function ReportView({ report }: { report: ChecksReport }) {
  const sections = useMemo(() => toSections(report), [report]);
  const [shown, setShown] = useState<Shown>('found');
  return (
    <div className="@container space-y-8">
      <Segmented
        label="Shown checks"
        value={shown}
        options={[
          { value: 'found', label: 'To look at' },
          { value: 'all', label: 'All checks' },
        ]}
        onChange={setShown}
      />
      {sections.map((section) => (
        <SectionView key={section.id} section={section} isWhole={shown === 'all'} />
      ))}
    </div>
  );
}

function SectionView({ section, isWhole }: { section: ReportSection; isWhole: boolean }) {
  const { title, summary, groups } = section;
  const counts = countStatuses(groups.flatMap(({ lines }) => lines));
  const kept = groups
    .map((group) => ({
      ...group,
      lines: group.lines.filter(({ status }) => isWhole || status === 'fail' || status === 'warn'),
    }))
    .filter(({ lines }) => lines.length > 0);
  return (
    <section aria-label={title}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2>{title}</h2>
        {STATUSES.map((status) => (
          <StatusMark key={status} status={status} count={counts[status]} />
        ))}
      </div>
      <p className="mt-1 max-w-prose text-sm text-muted">{summary}</p>
      {kept.length === 0 ? <p className="mt-2 text-sm">Nothing to look at.</p> : null}
      {kept.map((group) => (
        <div key={group.title} className="mt-3">
          <h3 className="text-sm text-muted">{group.title}</h3>
          <ul className="divide-y">
            {group.lines.map((line) => (
              <ReportLineItem key={line.id} line={line} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
