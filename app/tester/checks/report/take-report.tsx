import { Download, Link2, Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { saveFile } from '#app/tester/results/save-file.ts';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { showToast } from '#app/ui/show-toast.ts';

import type { ChecksReport, LinkedReport } from './checks-report.ts';
import { deleteReport, reportPath, shareReport } from './reports-client.ts';
import { toMarkdown } from './to-markdown.ts';

/** Takes a report along: as a document, as JSON, or as a link for others. */
export function TakeReport({ report }: { report: ChecksReport }) {
  const [shared, setShared] = useState<LinkedReport | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const share = async () => {
    setBusy(true);
    const answer = await shareReport(report);
    setBusy(false);
    setFailure(answer.ok ? null : answer);
    if (answer.ok) setShared(answer.value);
  };
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-1">
        <CopyButton what="report as Markdown" text={() => toMarkdown(report)} />
        <Button
          variant="ghost"
          aria-label="Download the report as Markdown"
          onClick={() => saveFile('mcp-checks.md', 'text/markdown', toMarkdown(report))}
        >
          <Download aria-hidden /> Markdown
        </Button>
        <Button
          variant="ghost"
          aria-label="Download the report as JSON"
          onClick={() =>
            saveFile('mcp-checks.json', 'application/json', `${JSON.stringify(report, null, 2)}\n`)
          }
        >
          <Download aria-hidden /> JSON
        </Button>
        {shared === null ? (
          <Button variant="ghost" disabled={isBusy} onClick={() => void share()}>
            <Link2 aria-hidden /> Share by a link
          </Button>
        ) : null}
      </div>
      {shared === null ? (
        <p className="max-w-prose text-sm text-muted">
          Whoever has the link sees this report: {report.server.address ?? 'no address'}, what was
          asked and what the server answered. Header values, tokens and keys are left out.
        </p>
      ) : (
        <ReportLink shared={shared} onDeleted={() => setShared(null)} />
      )}
      {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
    </div>
  );
}

/** The link of a report, for who shared it. */
export function ReportLink({
  shared: { id, expiresAt },
  onDeleted,
}: {
  shared: LinkedReport;
  onDeleted: () => void;
}) {
  const path = reportPath(id);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const remove = async () => {
    const answer = await deleteReport(id);
    if (!answer.ok) return setFailure(answer);
    showToast('The report is deleted. Its link leads nowhere now.');
    onDeleted();
  };
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-1">
        <a href={path} target="_blank" rel="noreferrer" className="underline">
          Shared report
        </a>
        <CopyButton what="link" text={() => new URL(path, location.href).href} />
        <Button variant="ghost" onClick={() => void remove()}>
          <Trash2 aria-hidden /> Delete
        </Button>
        <span className="text-sm text-muted">until {expiresAt.slice(0, 10)}</span>
      </div>
      {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
    </div>
  );
}
