import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { FieldDiff } from '#app/chat/changes/field-diff.tsx';
import type { PointChanges } from '#app/chat/point-answers.ts';
import { Spinner } from '#app/ui/spinner.tsx';

import { getPointChanges } from './get-point-changes.ts';
import { describeTurnDiff, type TurnDiff } from './turn-diff.ts';

type ToolChange = PointChanges['tools'][number];

const SUMMARY =
  'flex min-h-9 cursor-pointer list-none items-center gap-2 text-sm hover:bg-hover pointer-coarse:min-h-11';

/** The changes of a turn in one line; each tool with its texts before and after, once somebody looks. */
export function TurnChanges({ id, diff }: { id: string; diff: TurnDiff }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="group/turn">
      <summary className={SUMMARY}>
        <Chevron className="group-open/turn:rotate-90" />
        <span className="min-w-0 wrap-anywhere tabular-nums">{describeTurnDiff(diff)}</span>
      </summary>
      {isOpen ? <Changes id={id} from={diff.from} to={diff.to} /> : null}
    </details>
  );
}

function Changes({ id, from, to }: { id: string; from: number; to: number }) {
  const changes = useLoaded(id, `${from} ${to}`, () => getPointChanges(id, from, to));
  if (changes.failure) return <FailureNote failure={changes.failure} onRetry={changes.retry} />;
  if (!changes.value) return <Spinner className="py-2" />;
  const { tools, more, parts } = changes.value;
  return (
    <>
      <ul aria-label="Changed tools" className="divide-y border-y sm:ms-6">
        {tools.map((each) => (
          <li key={`${each.change} ${each.tool}`}>
            <Tool change={each} />
          </li>
        ))}
      </ul>
      <div className="mt-1 text-sm text-muted sm:ms-6">
        {more > 0 ? <p>And {more === 1 ? '1 more tool' : `${more} more tools`}.</p> : null}
        {parts.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </>
  );
}

const TONES: Record<ToolChange['change'], string> = {
  added: 'text-pass',
  removed: 'text-fail',
  renamed: 'text-warn',
  changed: 'text-warn',
};

function Tool({ change: { tool, change, from, fields } }: { change: ToolChange }) {
  const [isOpen, setOpen] = useState(false);
  const head = (
    <>
      <code className="min-w-0 wrap-anywhere">{tool}</code>
      {from === undefined ? null : (
        <span className="min-w-0 text-muted wrap-anywhere">was {from}</span>
      )}
      <span className={clsx('ms-auto shrink-0', TONES[change])}>{change}</span>
    </>
  );
  if (fields.length === 0) return <p className={clsx(SUMMARY, 'cursor-auto ps-6')}>{head}</p>;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="group/tool">
      <summary className={SUMMARY}>
        <Chevron className="group-open/tool:rotate-90" />
        {head}
      </summary>
      {isOpen ? (
        <dl className="space-y-2 pb-3">
          {fields.map((change) => (
            <div key={change.field}>
              <dt className="text-sm text-muted">{change.field}</dt>
              <dd>
                <FieldDiff change={change} of={tool} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </details>
  );
}

function Chevron({ className }: { className: string }) {
  return (
    <ChevronRight
      aria-hidden
      className={clsx('size-4 shrink-0 text-muted transition-transform', className)}
    />
  );
}
