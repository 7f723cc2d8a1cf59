import { Check, Minus } from 'lucide-react';

import type { ConformanceRow } from './proof.ts';

/** The findings of the official suite: a badge for each subject and revision. */
export function ConformanceProof({ rows }: { rows: readonly ConformanceRow[] }) {
  const subjects = [...Map.groupBy(rows, ({ subject }) => subject)];
  return (
    <ul className="grid gap-px overflow-hidden rounded-panel border bg-line sm:grid-cols-3">
      {subjects.map(([subject, own]) => (
        <li key={subject} className="bg-raised px-4 py-3.5">
          <h3 className="text-base first-letter:uppercase">{subject}</h3>
          <ul className="mt-2 space-y-2">
            {own.map((row) => (
              <li key={row.revision}>
                <Badge row={row} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Badge({ row: { revision, scored, met } }: { row: ConformanceRow }) {
  const isMet = met === scored;
  const Mark = isMet ? Check : Minus;
  return (
    <p className="inline-flex overflow-hidden rounded-control text-sm whitespace-nowrap tabular-nums">
      <span className="bg-sunken px-2 text-muted">
        <span className="sr-only">Revision </span>
        <code>{revision}</code>
        <span className="sr-only">: </span>
      </span>
      <span
        className={`flex items-center gap-1 px-2 font-medium ${isMet ? 'bg-pass-tint text-pass' : 'bg-warn-tint text-warn'}`}
      >
        <Mark aria-hidden className="size-3.5 shrink-0" />
        {met} of {scored}
        <span className="sr-only"> scenarios met</span>
      </span>
    </p>
  );
}
