// No element of HTML is a list of suggestions that phones and long texts also suit.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { clsx } from 'clsx';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { Input } from '#app/ui/input.tsx';

import { useCompletion, type CompletionReference } from './use-completion.ts';
import { useSession } from './use-connection.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const COMBOBOX = { role: 'combobox', 'aria-autocomplete': 'list' } as const;

/** A text field with the server's own completions below it, where the server has some. */
export function CompletionField({
  connection,
  reference,
  name,
  values,
  isRequired,
  description,
  onChange,
}: {
  connection: ServerConnection;
  reference: CompletionReference;
  /** Of the argument, which is also the label. */
  name: string;
  /** Of all arguments: what others hold decides what fits. */
  values: Readonly<Record<string, string>>;
  isRequired: boolean;
  description: string | null;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const value = values[name] ?? '';
  const hasCompletions = useSession(connection)?.capabilities['completions'] !== undefined;
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const { options, total, problem } = useCompletion(connection, {
    reference,
    name,
    values,
    isAsked: isOpen && hasCompletions,
  });
  const isShown = isOpen && options.length > 0;

  function pick(option: string) {
    onChange(option);
    setOpen(false);
    setAt(-1);
  }

  const useKeys = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const picked = options[at];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setOpen(true);
      setAt((at + step + options.length) % options.length);
    } else if (event.key === 'Enter' && isShown && picked !== undefined) {
      event.preventDefault();
      pick(picked);
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };

  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        <code>
          <HiddenMarks text={name} />
        </code>
        {isRequired ? <span className="ms-2 font-normal text-muted">required</span> : null}
      </label>
      <Input
        id={id}
        value={value}
        {...(hasCompletions ? COMBOBOX : {})}
        aria-expanded={hasCompletions ? isShown : undefined}
        aria-controls={hasCompletions ? `${id}-options` : undefined}
        aria-activedescendant={isShown && at >= 0 ? `${id}-${at}` : undefined}
        aria-describedby={description === null ? undefined : `${id}-description`}
        onChange={(event) => {
          onChange(event.target.value);
          setOpen(true);
          setAt(-1);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={useKeys}
      />
      <CompletionList
        id={id}
        label={`Completions of ${name}`}
        options={isShown ? options : []}
        total={total}
        active={at}
        onPick={pick}
      />
      {description === null ? null : (
        <p id={`${id}-description`} className="mt-1 text-sm wrap-anywhere text-muted">
          <HiddenMarks text={description} />
        </p>
      )}
      {problem === null ? null : (
        <p className="mt-1 text-sm wrap-anywhere text-warn">No completions: {problem}</p>
      )}
    </div>
  );
}

function CompletionList({
  id,
  label,
  options,
  total,
  active,
  onPick,
}: {
  id: string;
  label: string;
  /** None: the list is closed. */
  options: readonly string[];
  total: number | null;
  active: number;
  onPick: (option: string) => void;
}) {
  if (options.length === 0) return null;
  return (
    <div className="absolute inset-x-0 z-10 mt-1 max-h-60 overflow-y-auto rounded-panel border bg-raised p-1 shadow-float">
      <div id={`${id}-options`} role="listbox" aria-label={label}>
        {options.map((option, index) => (
          <div
            key={`${index} ${option}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => {
              event.preventDefault();
              onPick(option);
            }}
            className={clsx(
              'flex min-h-8 cursor-pointer items-center rounded-control px-2 text-sm wrap-anywhere pointer-coarse:min-h-11',
              index === active ? 'bg-blue-tint' : 'hover:bg-hover',
            )}
          >
            <HiddenMarks text={option} />
          </div>
        ))}
      </div>
      {total !== null && total > options.length ? (
        <p className="px-2 py-1 text-sm text-muted">
          {options.length} of {formatCount(total)}
        </p>
      ) : null}
    </div>
  );
}
