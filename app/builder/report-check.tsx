import { Wrench } from 'lucide-react';
import { useState } from 'react';

import type { Check } from '#app/blueprint/readiness/report.ts';
import { Button } from '#app/ui/button.tsx';
import { CodeBlock } from '#app/ui/code-block.tsx';

import { CheckMark } from './check-mark.tsx';

/** One check: how it came out, why, and what puts it right. */
export function ReportCheck({
  check,
  onFix,
  isBusy,
}: {
  check: Check;
  /** Absent where who looks may not change the server. */
  onFix?: (check: Check) => void;
  isBusy: boolean;
}) {
  const { id, title, status, weight, evidence, fix } = check;
  const edits = fix?.edits?.length ?? 0;
  const hasMore = evidence.sent !== undefined || evidence.got !== undefined;
  return (
    <li id={`check-${id}`} className="px-4 py-3 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CheckMark status={status} />
        <h3 className="min-w-0 grow basis-56 text-base wrap-anywhere">{title}</h3>
        <span className="text-sm text-muted tabular-nums">weight {weight}</span>
      </div>
      <p className="mt-1 max-w-prose text-sm wrap-anywhere">{evidence.text}</p>
      {fix ? <p className="mt-1 max-w-prose text-sm wrap-anywhere text-muted">{fix.text}</p> : null}
      <div className="mt-1 flex flex-wrap items-start gap-x-4 gap-y-2">
        {edits > 0 && onFix ? (
          <Button className="mt-1" disabled={isBusy} onClick={() => onFix(check)}>
            <Wrench aria-hidden />
            {edits === 1 ? 'Fix it' : `Fix ${edits} of them`}
            <span className="sr-only">: {title}</span>
          </Button>
        ) : null}
        {hasMore ? <Evidence check={check} /> : null}
      </div>
    </li>
  );
}

/** What was sent and what came back, put on the page when it is asked for. */
function Evidence({ check: { title, evidence } }: { check: Check }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="min-w-0 grow basis-full"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="inline-flex min-h-8 cursor-pointer items-center text-sm text-blue pointer-coarse:min-h-11">
        Evidence<span className="sr-only">: {title}</span>
      </summary>
      {isOpen ? (
        <div className="mt-1 grid gap-3 xl:grid-cols-2">
          {evidence.sent === undefined ? null : (
            <Exhibit label="Sent" title={title} text={evidence.sent} />
          )}
          {evidence.got === undefined ? null : (
            <Exhibit
              label={evidence.sent === undefined ? 'Seen' : 'Came back'}
              title={title}
              text={evidence.got}
            />
          )}
        </div>
      ) : null}
    </details>
  );
}

function Exhibit({ label, title, text }: { label: string; title: string; text: string }) {
  return (
    <div className="min-w-0">
      <p className="mb-1 text-sm text-muted">{label}</p>
      <CodeBlock text={text} label={`${label}: ${title}`} className="text-sm" />
    </div>
  );
}
