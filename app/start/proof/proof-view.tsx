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
          text: `Every server has such a report. It asks the running server as clients do, also with requests that are wrong on purpose, reads its files, and says what it found. This one is of the ${title} server above.`,
          href: '/docs/readiness',
          label: 'All checks, and why they matter',
        }}
      >
        <ReportProof title={title} report={report} />
      </ProofSection>
      <ProofSection
        id="proof-conformance"
        title="Held to the official suite"
        method={{
          text: `Scenarios of the conformance suite of MCP, version ${proof.suite}, that count for a revision of the protocol. Our tests run it, and fail when one of these figures changes.`,
          href: '/docs/conformance',
          label: 'What is run, and what is not scored',
        }}
      >
        <ConformanceProof rows={proof.conformance} />
      </ProofSection>
      <ProofSection
        id="proof-speed"
        title="Measured beside others"
        method={{
          text: (
            <>
              Calls of one tool that repeats its argument, in workerd, on one machine of two cores
              with the load beside it: medians of seven rounds in turns,{' '}
              <time dateTime={proof.calls.day}>{proof.calls.day}</time>. The others log nothing.
            </>
          ),
          href: '/docs/benchmarks#calls-per-second',
          label: 'Method and all figures, slower ones too',
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
      Hosted here, a call is also checked for its key, counted against the plan and run in a sandbox
      of its own: {ours.rate.toLocaleString('en')} calls per second, where {agents.label} without
      any of this answers {agents.rate.toLocaleString('en')} (<time dateTime={day}>{day}</time>).
    </p>
  );
}
