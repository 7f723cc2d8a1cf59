import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';

import { formatCount } from '#app/platform/locale/reader-locale.ts';
import type { JsonValue } from '#app/runtime/definition.ts';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { ScrollArea } from '#app/ui/scroll-area.tsx';

import { HiddenMarks } from './hidden-marks.tsx';

/** Entries of an object or a list that are added at a time. */
const PAGE = 100;
/** Characters of a text that are shown before the rest is asked for. */
const LONG_TEXT = 400;
const LONGEST_TEXT = 50_000;
/** Values that a tree may hold to be open from the start. */
const OPEN_VALUES = 150;

/** JSON as a tree whose objects and lists open and close; large ones show their entries in parts. */
export function JsonTree({ value, label }: { value: JsonValue; label: string }) {
  const isSmall = countValues(value, OPEN_VALUES) < OPEN_VALUES;
  return (
    <div dir="ltr" className="relative rounded-panel border bg-raised">
      <ScrollArea label={label} isRepeated className="max-h-160 py-2 pe-12 ps-2 font-mono text-sm">
        <ul>
          <Entry name={null} value={value} depth={0} opens={isSmall ? 99 : 1} />
        </ul>
      </ScrollArea>
      <CopyButton
        text={() => JSON.stringify(value, null, 2)}
        what={label}
        className="absolute top-1 end-3 z-1 bg-raised pointer-coarse:end-1"
      />
    </div>
  );
}

interface EntryProps {
  /** Null at the root. */
  name: string | null;
  value: JsonValue;
  depth: number;
  /** Levels that are open from the start. */
  opens: number;
}

function Entry({ name, value, depth, opens }: EntryProps) {
  const [isOpen, setOpen] = useState(depth < opens);
  if (typeof value !== 'object' || value === null) {
    return (
      <li className="min-h-6 ps-5 wrap-anywhere pointer-coarse:min-h-8">
        <Name name={name} />
        <Scalar value={value} />
      </li>
    );
  }
  const count = Array.isArray(value) ? value.length : Object.keys(value).length;
  const [start, end] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const words = toCount(value, count);
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        disabled={count === 0}
        className="flex min-h-6 w-full items-center rounded-control text-start wrap-anywhere not-disabled:hover:bg-hover pointer-coarse:min-h-11"
      >
        <ChevronRight
          aria-hidden
          className={clsx(
            'me-1 size-4 shrink-0 text-muted',
            isOpen && 'rotate-90',
            count === 0 && 'invisible',
          )}
        />
        <span>
          <Name name={name} />
          {start}
          {isOpen && count > 0 ? null : ` ${count === 0 ? '' : '… '}${end}`}
          <span className="ms-2 font-sans text-muted">{words}</span>
        </span>
      </button>
      {isOpen && count > 0 ? <Entries value={value} depth={depth} opens={opens} /> : null}
    </li>
  );
}

function Entries({
  value,
  depth,
  opens,
}: {
  value: JsonValue[] | { [key: string]: JsonValue };
  depth: number;
  opens: number;
}) {
  const [shown, setShown] = useState(PAGE);
  const entries = Object.entries(value);
  const rest = entries.length - shown;
  return (
    <ul className="ms-2 border-s ps-2">
      {entries.slice(0, shown).map(([name, inner]) => (
        <Entry key={name} name={name} value={inner} depth={depth + 1} opens={opens} />
      ))}
      {rest > 0 ? (
        <li>
          <button
            type="button"
            onClick={() => setShown(shown + PAGE)}
            className="min-h-6 rounded-control px-5 font-sans text-blue hover:underline pointer-coarse:min-h-11"
          >
            Show {Math.min(PAGE, rest)} more of {formatCount(rest)}
          </button>
        </li>
      ) : null}
    </ul>
  );
}

function Name({ name }: { name: string | null }) {
  if (name === null) return null;
  return (
    <>
      <span className="text-blue">
        <HiddenMarks text={name} />
      </span>
      <span className="text-muted">: </span>
    </>
  );
}

function Scalar({ value }: { value: string | number | boolean | null }) {
  const [isWhole, setWhole] = useState(false);
  if (typeof value !== 'string') {
    return <span className="text-pencil">{String(value)}</span>;
  }
  const limit = isWhole ? LONGEST_TEXT : LONG_TEXT;
  const isCut = value.length > limit;
  return (
    <>
      <span className="whitespace-pre-wrap text-pass">
        “<HiddenMarks text={isCut ? `${value.slice(0, limit)}…` : value} />”
      </span>
      {isCut ? (
        <span className="ms-2 font-sans text-muted">
          {formatCount(value.length)} characters
          {isWhole ? null : (
            <button
              type="button"
              onClick={() => setWhole(true)}
              className="ms-2 rounded-control text-blue hover:underline"
            >
              Show more
            </button>
          )}
        </span>
      ) : null}
    </>
  );
}

function toCount(value: JsonValue[] | object, count: number): string {
  const [one, many] = Array.isArray(value) ? ['item', 'items'] : ['property', 'properties'];
  if (count === 0) return '';
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Counts values up to a limit. */
function countValues(value: JsonValue, limit: number): number {
  let count = 0;
  const open: JsonValue[] = [value];
  for (let next = open.pop(); next !== undefined && count < limit; next = open.pop()) {
    count += 1;
    if (typeof next === 'object' && next !== null) {
      const inner = Object.values(next);
      if (inner.length > limit) return limit;
      open.push(...inner);
    }
  }
  return count;
}
