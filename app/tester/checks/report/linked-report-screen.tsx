import { useState } from 'react';

import { EmptyState } from '#app/ui/empty-state.tsx';
import { Toaster } from '#app/ui/toaster.tsx';

import type { LinkedReport } from './checks-report.ts';
import { ReportLink } from './take-report.tsx';
import { ReportView } from './report-view.tsx';

/** A report for everybody who has its link. */
export function LinkedReportScreen(shared: LinkedReport) {
  const [isDeleted, setDeleted] = useState(false);
  const { report, isOwn } = shared;
  const { name, version, address, revision } = report.server;
  if (isDeleted) return <EmptyState title="Deleted">This report is no longer there.</EmptyState>;
  return (
    <div className="mx-auto w-full max-w-4xl space-y-6 px-4 py-6 sm:px-6">
      <div>
        <h1 className="text-lg wrap-anywhere">Checks of {name}</h1>
        <p className="text-sm text-muted wrap-anywhere">
          {address === null ? null : <code>{address}</code>} {version} · {revision} ·{' '}
          <time dateTime={report.checkedAt}>
            {report.checkedAt.slice(0, 16).replace('T', ' ')} UTC
          </time>
        </p>
      </div>
      {isOwn ? <ReportLink shared={shared} onDeleted={() => setDeleted(true)} /> : null}
      <ReportView report={report} />
      <p className="text-sm text-muted">
        Made with the{' '}
        <a href="/client" className="underline">
          MCP client
        </a>
        , which checks any server.
      </p>
      <Toaster />
    </div>
  );
}
