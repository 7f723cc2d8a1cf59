import { Hammer, Play, Square } from 'lucide-react';
import { Suspense, useState } from 'react';

import type { JsonObject } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { listingOf } from '#app/tester/connected/listing.ts';
import { useStore } from '#app/tester/connected/store.ts';
import type { PanelProps } from '#app/tester/panels.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

import { TakeReport } from './report/take-report.tsx';
import { ReportView } from './report/report-view.tsx';
import { checksOf, startChecks, type ChecksRun } from './run/checks-run.ts';

const ProxyDialog = lazyPart(async () => (await import('./import/proxy-dialog.tsx')).ProxyDialog, {
  isAskedFor: true,
});

/** Checks of the selected server, and its way into the builder. */
export function ChecksPanel({ connection }: PanelProps) {
  const run = useStore(checksOf(connection));
  const tools = useStore(listingOf(connection, 'tools/list')).items;
  const readOnly = tools.flatMap(nameOfReadOnly);
  const [mayCall, setMayCall] = useState(false);
  const [isImporting, setImporting] = useState(false);
  return (
    <div className="max-w-5xl space-y-6 px-4 py-5 sm:px-6">
      <div className="space-y-3">
        <p className="max-w-prose">
          Tests the rules of the protocol in both revisions, judges how ready the server is for
          production, and compares its tools with the limits of Claude, ChatGPT, Cursor and VS Code.
          Nothing that changes data is called.
        </p>
        {readOnly.length > 0 ? (
          <label className="flex items-start gap-2 text-sm">
            <Checkbox
              checked={mayCall}
              className="mt-0.5"
              onChange={(event) => setMayCall(event.target.checked)}
            />
            <span>
              Also call tools that the server marks as read-only, with made-up arguments (
              {readOnly.length} of {tools.length})
            </span>
          </label>
        ) : null}
        <div className="flex flex-wrap gap-2">
          {run.status === 'running' ? (
            <Button onClick={run.stop}>
              <Square aria-hidden /> Stop
            </Button>
          ) : (
            <Button
              variant="primary"
              onClick={() => void startChecks(connection, mayCall ? readOnly : [])}
            >
              <Play aria-hidden /> {run.status === 'done' ? 'Check again' : 'Run the checks'}
            </Button>
          )}
          {tools.length > 0 ? (
            <Button onClick={() => setImporting(true)}>
              <Hammer aria-hidden /> Import into the builder
            </Button>
          ) : null}
        </div>
        <RunState run={run} />
      </div>
      {run.status === 'done' ? (
        <>
          <TakeReport key={run.report.checkedAt} report={run.report} />
          <ReportView report={run.report} />
        </>
      ) : null}
      <Suspense>
        {isImporting ? (
          <ProxyDialog connection={connection} tools={tools} onClose={() => setImporting(false)} />
        ) : null}
      </Suspense>
    </div>
  );
}

function RunState({ run }: { run: ChecksRun }) {
  if (run.status === 'stopped') return <p role="alert">{run.message}</p>;
  if (run.status !== 'running') {
    return (
      <output className="sr-only">{run.status === 'done' ? 'The report is there.' : ''}</output>
    );
  }
  const { done, total, title } = run;
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-muted tabular-nums">
      <progress
        value={total === 0 ? undefined : done}
        max={total === 0 ? undefined : total}
        aria-label="Checks"
        className="h-1 w-40 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-blue [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-blue"
      />
      {total === 0 ? null : <span>{`${done} of ${total}`}</span>}
      <span>{title}</span>
    </div>
  );
}

function nameOfReadOnly({ name, annotations }: JsonObject): string[] {
  const isReadOnly = isJsonObject(annotations) && annotations['readOnlyHint'] === true;
  return isReadOnly && typeof name === 'string' ? [name] : [];
}
