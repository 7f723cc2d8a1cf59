import { clsx } from 'clsx';
import { Wrench } from 'lucide-react';
import { useState } from 'react';

import type { Check } from '#app/blueprint/readiness/report.ts';
import { Button } from '#app/ui/button.tsx';
import { CodeBlock } from '#app/ui/code/code-block.tsx';

import { CheckMark } from './check-mark.tsx';
import { fixWords, pointWords } from './report-words.ts';

/** One check: how it came out, why, and what puts it right. */
export function ReportCheck({
  check,
  onFix,
  isBusy,
}: {
  check: Check;
  /** Absent if the visitor may not change the server. */
  onFix?: (check: Check) => void;
  isBusy: boolean;
}) {
  const { id, title, status, evidence, fix } = check;
  const hasMore = evidence.sent !== undefined || evidence.got !== undefined;
  return (
    <li
      id={`check-${id}`}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3 @min-[560px]:grid-cols-[7.5rem_minmax(0,1fr)_auto] sm:px-6"
    >
      <div>
        <CheckMark status={status} />
      </div>
      <div className="col-span-2 row-start-2 min-w-0 @min-[560px]:col-span-1 @min-[560px]:col-start-2 @min-[560px]:row-start-1">
        <h3 className="text-base wrap-anywhere">{title}</h3>
        {fix ? (
          <div className="max-w-prose text-sm wrap-anywhere">
            <p>{evidence.text}</p>
            <p className="text-muted">{fix.text}</p>
          </div>
        ) : null}
        <div className="flex flex-wrap items-center gap-x-4">
          {fix ? null : <p className="max-w-prose text-sm wrap-anywhere">{evidence.text}</p>}
          {fix?.edits && onFix ? (
            <Button className="my-1" disabled={isBusy} onClick={() => onFix(check)}>
              <Wrench aria-hidden />
              {fixWords(fix)}
              <span className="sr-only">: {title}</span>
            </Button>
          ) : null}
          {hasMore ? <Evidence check={check} /> : null}
        </div>
      </div>
      <p className="text-right text-sm text-muted tabular-nums">{pointWords(check)}</p>
    </li>
  );
}

/** The request sent and the answer received, rendered on demand. */
function Evidence({ check: { title, evidence } }: { check: Check }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={clsx('min-w-0', isOpen ? 'basis-full' : 'pointer-fine:-my-1.5')}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-8 w-fit cursor-pointer items-center text-sm text-blue pointer-coarse:min-h-11">
        Evidence<span className="sr-only">: {title}</span>
      </summary>
      {isOpen ? (
        <div className="mt-1 grid gap-3 @min-[900px]:grid-cols-2">
          {evidence.sent === undefined ? null : (
            <Exhibit label="Sent" title={title} text={evidence.sent} />
          )}
          {evidence.got === undefined ? null : (
            <Exhibit
              label={evidence.sent === undefined ? 'Found' : 'Received'}
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
