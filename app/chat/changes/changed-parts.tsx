import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { FieldChange } from '#app/blueprint/diff/field-change.ts';
import type { ChangedPart } from '#app/builder/change-set/change-set.ts';

import { describePart, namePart } from './describe-part.ts';
import { FieldDiff, isShort } from './field-diff.tsx';

/** Parts that come open, and lines of one of their texts. */
const OPEN_PARTS = 5;
const OPEN_LINES = 24;

interface Props {
  parts: readonly ChangedPart[];
  /** Somebody is to decide on them: those with a risk come open. */
  isOpen: boolean;
}

/** Changed parts of a server, each with its values before and after. */
export function ChangedParts({ parts, isOpen }: Props) {
  return (
    <ul className="mt-1.5 divide-y border-t text-sm">
      {parts.map((part, index) => (
        <li key={`${part.kind} ${part.name}`}>
          <Part part={part} isOpen={isOpen && part.isRisky === true && index < OPEN_PARTS} />
        </li>
      ))}
    </ul>
  );
}

const TONES: Record<ChangedPart['change'], string> = {
  added: 'text-pass',
  removed: 'text-fail',
  changed: 'text-warn',
};

function Part({ part, isOpen }: { part: ChangedPart; isOpen: boolean }) {
  const { values = [], change } = part;
  const name = namePart(part);
  if (values.length === 0) {
    return <p className="py-1.5 font-mono wrap-anywhere">{describePart(part)}</p>;
  }
  // The name stands above them already. The code is what will run: it comes first.
  const told = values.filter(({ after, before }) => before !== null || after !== part.name);
  const sorted = told.toSorted((one, other) => rankOf(one) - rankOf(other));
  return (
    <Fold
      isOpen={isOpen}
      head={
        <>
          <code className="min-w-0 wrap-anywhere">{name}</code>
          <span className={clsx('ms-auto shrink-0', TONES[change])}>{change}</span>
        </>
      }
    >
      <ul aria-label={`Changes of ${name}`} className="space-y-2 pb-3 sm:ps-6">
        {sorted.map((value) => (
          <li key={value.field}>
            <Field value={value} of={name} />
          </li>
        ))}
      </ul>
    </Fold>
  );
}

function Field({ value, of }: { value: FieldChange; of: string }) {
  const head = <span className="text-muted">{value.field}</span>;
  if (isShort(value)) {
    return (
      <>
        {head}
        <FieldDiff change={value} of={of} />
      </>
    );
  }
  return (
    <Fold isOpen={isCode(value) || countLines(value) <= OPEN_LINES} head={head}>
      <FieldDiff change={value} of={of} />
    </Fold>
  );
}

/** A row that opens; what is in it is drawn only then. */
function Fold({
  isOpen,
  head,
  children,
}: {
  isOpen: boolean;
  head: ReactNode;
  children: ReactNode;
}) {
  const [isShown, setShown] = useState(isOpen);
  return (
    <details open={isOpen} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 hover:bg-hover pointer-coarse:min-h-11">
        <ChevronRight
          aria-hidden
          className={clsx(
            'size-4 shrink-0 text-muted transition-transform',
            isShown && 'rotate-90',
          )}
        />
        {head}
      </summary>
      {isShown ? children : null}
    </details>
  );
}

function isCode({ field }: FieldChange): boolean {
  return field === 'code';
}

function rankOf(value: FieldChange): number {
  if (isCode(value)) return 0;
  return isShort(value) ? 1 : 2;
}

function countLines({ before, after }: FieldChange): number {
  return `${before ?? ''}${after ?? ''}`.split('\n').length;
}
