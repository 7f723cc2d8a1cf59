import { clsx } from 'clsx';
import { useState } from 'react';

import type { Check } from '#app/blueprint/readiness/report.ts';
import { CodeBlock } from '#app/ui/code/code-block.tsx';

/** The request sent and the answer received, rendered on demand; nothing where there is neither. */
export function EvidenceDetails({ check: { title, evidence } }: { check: Check }) {
  const [isOpen, setOpen] = useState(false);
  const { sent, got } = evidence;
  if (sent === undefined && got === undefined) return null;
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
          {sent === undefined ? null : <Exhibit label="Sent" title={title} text={sent} />}
          {got === undefined ? null : (
            <Exhibit label={sent === undefined ? 'Found' : 'Received'} title={title} text={got} />
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
