import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { Breakable } from '#app/ui/breakable.tsx';

import { toInnerRows, type ParameterRow } from './parameter-rows.ts';

/** More values than these are in the schema. */
const SHOWN_VALUES = 12;

interface Props {
  label: string;
  rows: readonly ParameterRow[];
  definitions: Blueprint['definitions'];
}

/**
 * Parameters with place, type and meaning; inner ones open below. A list if there is little width.
 */
export function ParameterTable({ label, rows, definitions }: Props) {
  const hasPlaces = rows.some(({ place }) => place !== null);
  const heading = 'py-1.5 pe-4 text-start font-medium whitespace-nowrap last:pe-0';
  return (
    <div className="@container">
      <table aria-label={label} className="w-full border-y text-sm @max-[460px]:block">
        <thead className="border-b text-muted @max-[460px]:hidden">
          <tr>
            <th className={heading}>Name</th>
            {hasPlaces ? <th className={heading}>Where</th> : null}
            <th className={heading}>Type</th>
            <th className={heading}>Required</th>
            <th className={clsx(heading, 'w-1/2')}>Description</th>
          </tr>
        </thead>
        <tbody className="@max-[460px]:block">
          <Rows rows={rows} definitions={definitions} hasPlaces={hasPlaces} depth={0} />
        </tbody>
      </table>
    </div>
  );
}

interface RowsProps extends Omit<Props, 'label'> {
  hasPlaces: boolean;
  depth: number;
}

function Rows({ rows, ...props }: RowsProps) {
  return rows.map((row, index) => <Row key={`${row.name} ${index}`} row={row} {...props} />);
}

function Row({ row, ...props }: Omit<RowsProps, 'rows'> & { row: ParameterRow }) {
  const { definitions, hasPlaces, depth } = props;
  // The properties of an argument show at once; deeper levels on demand.
  const [isOpen, setOpen] = useState(depth === 0);
  const inner = toInnerRows(row.schema, definitions);
  const cell = 'py-2 pe-4 align-top last:pe-0 @max-[460px]:inline @max-[460px]:p-0';
  return (
    <>
      <tr className="border-b last:border-b-0 @max-[460px]:block @max-[460px]:py-2">
        <td
          className="py-2 pe-4 align-top @max-[460px]:flex @max-[460px]:p-0"
          style={{ paddingInlineStart: depth * 16 }}
        >
          <ParameterName
            name={row.name}
            isInner={depth > 0}
            isOpen={isOpen}
            onToggle={inner.length > 0 ? () => setOpen(!isOpen) : null}
          />
        </td>
        {hasPlaces ? (
          <td className={clsx(cell, 'text-muted')}>
            {row.place ? <Spaced>{row.place}</Spaced> : null}
          </td>
        ) : null}
        <td className={clsx(cell, 'text-muted')}>
          <Spaced>{row.type}</Spaced>
        </td>
        <td className={cell}>
          {row.isRequired ? (
            <span className="text-pencil">
              <span className="@min-[460px]:hidden">required</span>
              <span className="@max-[460px]:hidden">yes</span>
            </span>
          ) : (
            <span className="text-muted @max-[460px]:hidden">no</span>
          )}
        </td>
        <td className={clsx(cell, 'wrap-anywhere @max-[460px]:block')}>
          <Meaning row={row} />
        </td>
      </tr>
      {isOpen && inner.length > 0 ? <Rows rows={inner} {...props} depth={depth + 1} /> : null}
    </>
  );
}

/** Words that share a line with others if there are no columns. */
function Spaced({ children }: { children: string }) {
  return <span className="@max-[460px]:me-2">{children}</span>;
}

function ParameterName({
  name,
  isInner,
  isOpen,
  onToggle,
}: {
  name: string;
  isInner: boolean;
  isOpen: boolean;
  /** Null where nothing is inside. */
  onToggle: (() => void) | null;
}) {
  const text = (
    // Names without a toggle are aligned with those beside one.
    <code className={clsx('font-semibold', isInner && !onToggle && 'ps-3.5')}>
      <Breakable text={name} />
    </code>
  );
  if (!onToggle) return text;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="relative -ms-1 inline-flex items-center gap-0.5 rounded-control text-start before:absolute before:-inset-2 hover:bg-hover"
    >
      <ChevronRight
        aria-hidden
        className={clsx('size-4 shrink-0 text-muted', isOpen && 'rotate-90')}
      />
      {text}
    </button>
  );
}

function Meaning({ row: { description, values, fallback } }: { row: ParameterRow }) {
  const rest = values.length - SHOWN_VALUES;
  return (
    <>
      {description ? <p className="whitespace-pre-line">{description}</p> : null}
      {values.length > 0 ? (
        <p className="text-muted">
          {values.length === 1 ? 'Always ' : 'One of '}
          {values.slice(0, SHOWN_VALUES).map((value, index) => (
            <span key={index}>
              {index > 0 ? ', ' : ''}
              <code className="text-ink">{toText(value)}</code>
            </span>
          ))}
          {rest > 0 ? ` and ${rest} more` : ''}
        </p>
      ) : null}
      {fallback === undefined ? null : (
        <p className="text-muted">
          Default <code className="text-ink">{toText(fallback)}</code>
        </p>
      )}
    </>
  );
}

function toText(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}
