import { useState } from 'react';

import { CodeBlock } from '#app/ui/code/code-block.tsx';

import type { ReportLine } from './report-sections.ts';
import { StatusMark } from './status-mark.tsx';

/** One check: how it came out, why, what puts it right, and what that follows from. */
export function ReportLineItem({ line }: { line: ReportLine }) {
  const { id, title, status, text, fix, note, faults } = line;
  return (
    <li
      data-check={id}
      className="grid gap-x-4 gap-y-1 py-3 @min-[560px]:grid-cols-[7.5rem_minmax(0,1fr)]"
    >
      <div>
        <StatusMark status={status} />
      </div>
      <div className="min-w-0 wrap-anywhere">
        <h4 className="text-base">
          {title}
          {note === null ? null : <span className="text-sm text-muted"> · {note}</span>}
        </h4>
        <p className="max-w-prose text-sm">{text}</p>
        {fix === null ? null : <p className="max-w-prose text-sm text-muted">{fix}</p>}
        {faults.length > 3 ? (
          <ul className="mt-1 list-disc ps-5 text-sm">
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        ) : null}
        <LineDetails line={line} />
      </div>
    </li>
  );
}

function LineDetails({ line: { title, quote, url, date, evidence } }: { line: ReportLine }) {
  const [isOpen, setOpen] = useState(false);
  if (quote === null && evidence.length === 0) return null;
  return (
    <details className="min-w-0" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-8 w-fit cursor-pointer items-center text-sm text-blue pointer-coarse:min-h-11">
        {evidence.length === 0 ? 'Source' : 'Evidence'}
        <span className="sr-only">: {title}</span>
      </summary>
      {isOpen ? (
        <div className="space-y-3 pb-1">
          {quote === null || url === null ? null : (
            <figure className="max-w-prose text-sm">
              <blockquote cite={url} className="border-s-2 ps-3 text-muted">
                {quote}
              </blockquote>
              <figcaption className="mt-1">
                <a href={url} target="_blank" rel="noopener noreferrer" className="underline">
                  {new URL(url).host}
                </a>
                {date === null ? null : <span className="text-muted">, {date}</span>}
              </figcaption>
            </figure>
          )}
          {evidence.map(({ sent, got }, index) => (
            // Nothing else tells them apart, and they stay as they are.
            <div key={index} className="grid gap-3 @min-[900px]:grid-cols-2">
              {sent === '' ? null : <CodeBlock text={sent} label={`Sent: ${title}`} />}
              {got === '' ? null : <CodeBlock text={got} label={`Received: ${title}`} />}
            </div>
          ))}
        </div>
      ) : null}
    </details>
  );
}
