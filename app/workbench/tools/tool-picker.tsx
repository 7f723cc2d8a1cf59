// No element of HTML is a list to filter by typing that phones and long names also suit.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { clsx } from 'clsx';
import { ChevronsUpDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent, Ref } from 'react';

import type { Tool } from '#app/blueprint/tool.ts';
import { Input } from '#app/ui/input.tsx';

import { filterTools } from './filter-tools.ts';

/** More matches than these are found by typing on. */
const SHOWN_MATCHES = 50;

/** Picks one of many tools by typing a part of it (a combobox as in the ARIA practices). */
export function ToolPicker({
  tools,
  picked,
  onPick,
}: {
  tools: readonly Tool[];
  picked: Tool;
  onPick: (name: string) => void;
}) {
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const isOpen = query !== null;
  const found = filterTools(tools, query ?? '').slice(0, SHOWN_MATCHES);
  const current = found[active];

  function pick(tool: Tool | undefined) {
    setQuery(null);
    if (tool) onPick(tool.name);
  }

  function move(to: number) {
    const next = Math.max(0, Math.min(found.length - 1, to));
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  }

  function useKeys(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' && !isOpen) open();
    else if (event.key === 'ArrowDown') move(active + 1);
    else if (event.key === 'ArrowUp') move(active - 1);
    else if (event.key === 'Enter' && isOpen) pick(current);
    else if (event.key === 'Escape' && isOpen) setQuery(null);
    else return;
    event.preventDefault();
  }

  function open() {
    setActive(0);
    setQuery('');
  }

  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1 block text-sm text-muted">
        Tool
      </label>
      <div className="relative">
        <Input
          id={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && current ? `${id}-${current.name}` : undefined}
          className="pe-8 font-mono md:text-sm"
          value={query ?? picked.name}
          placeholder={picked.name}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          onClick={() => {
            if (!isOpen) open();
          }}
          onBlur={() => setQuery(null)}
          onChange={(event) => {
            setActive(0);
            setQuery(event.target.value);
          }}
          onKeyDown={useKeys}
        />
        <ChevronsUpDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-4 text-muted"
        />
        <MatchList
          ref={list}
          id={id}
          found={found}
          isOpen={isOpen}
          active={active}
          picked={picked}
          onPick={pick}
        />
      </div>
      {picked.description ? (
        <p className="mt-2 line-clamp-4 text-sm wrap-anywhere whitespace-pre-line text-muted">
          {picked.description}
        </p>
      ) : null}
    </div>
  );
}

function MatchList({
  ref,
  id,
  found,
  isOpen,
  active,
  picked,
  onPick,
}: {
  ref: Ref<HTMLDivElement>;
  id: string;
  found: readonly Tool[];
  isOpen: boolean;
  active: number;
  picked: Tool;
  onPick: (tool: Tool) => void;
}) {
  return (
    <div
      ref={ref}
      id={`${id}-list`}
      role="listbox"
      aria-label="Tools"
      hidden={!isOpen}
      className="absolute inset-x-0 top-full z-10 mt-1 max-h-80 overflow-y-auto rounded-panel border bg-raised p-1 shadow-float"
    >
      {found.map((tool, index) => (
        <div
          key={tool.name}
          id={`${id}-${tool.name}`}
          role="option"
          aria-selected={tool.name === picked.name}
          className={clsx(
            'flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2.5 text-sm pointer-coarse:min-h-11',
            index === active && 'bg-blue-tint',
          )}
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(tool);
          }}
        >
          <span className="truncate font-mono">{tool.name}</span>
          <span className="ms-auto max-w-1/2 truncate text-muted">{tool.title}</span>
        </div>
      ))}
      {found.length === 0 ? (
        <p className="px-2.5 py-2 text-sm text-muted">No tool matches</p>
      ) : null}
    </div>
  );
}
