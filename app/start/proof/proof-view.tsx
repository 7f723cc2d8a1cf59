import type { TemplateReport } from '#app/templates/template-report.ts';

import { BenchProof } from './bench-proof.tsx';
import { ConformanceProof } from './conformance-proof.tsx';
import { ProofSection } from './proof-section.tsx';
import type { BenchRow, StartProof } from './proof.ts';
import { WhatElse } from './what-else.tsx';
import { ReportProof } from './report-proof.tsx';

/** Why the claim at the top may be believed: a report, the official suite, and a benchmark, each with its method. */
export function ProofView({
  title,
  report,
  proof,
}: {
  /** Of the server that the report is about. */
  title: string;
  report: TemplateReport;
  proof: StartProof;
}) {
  return (
    <div className="space-y-12">
      <ProofSection
        id="proof-report"
        title="Checked before it counts as ready"
        method={{
          text: `Every server has such a report. The checks call the running server as clients do, including with deliberately invalid requests, and read its files. This is the report of the ${title} server above.`,
          href: '/docs/readiness',
          label: 'All checks, and why they matter',
        }}
      >
        <ReportProof title={title} report={report} />
      </ProofSection>
      <ProofSection
        id="proof-conformance"
        title="Tested with the official conformance suite"
        method={{
          text: `Scored scenarios of the MCP conformance suite, version ${proof.suite}, for each revision of the protocol. Our tests run it and fail if one of these figures changes.`,
          href: '/docs/conformance',
          label: 'What is tested, and what is not scored',
        }}
      >
        <ConformanceProof rows={proof.conformance} />
      </ProofSection>
      <ProofSection
        id="proof-speed"
        title="Benchmarked against other servers"
        method={{
          text: (
            <>
              Calls of one tool that repeats its argument, in workerd, on one machine of two cores
              that also creates the load: medians of seven alternating rounds,{' '}
              <time dateTime={proof.calls.day}>{proof.calls.day}</time>. The other servers log
              nothing.
            </>
          ),
          href: '/docs/benchmarks#calls-per-second',
          label: 'Method and all figures, including slower ones',
        }}
      >
        <BenchProof rows={proof.calls.rows} />
        <HostedNote rows={proof.hosted.rows} day={proof.hosted.day} />
      </ProofSection>
      <WhatElse />
    </div>
  );
}

/** The whole of a hosted call costs more than the server's own part. */
function HostedNote({ rows, day }: { rows: readonly BenchRow[]; day: string }) {
  const ours = rows.find(({ label }) => label.startsWith('ours'));
  const agents = rows.find(({ label }) => label.startsWith('agents'));
  if (!ours || !agents) return null;
  return (
    <p className="mt-3 text-sm text-muted tabular-nums">
      When hosted here, each call is also authenticated, counted against the plan and run in its own
      sandbox: {ours.rate.toLocaleString('en')} calls per second. {agents.label}, which does none of
      this, handles {agents.rate.toLocaleString('en')} (<time dateTime={day}>{day}</time>).
    </p>
  );
}
