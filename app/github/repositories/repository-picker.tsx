// No element of HTML is a list to filter by typing that phones and long names also suit.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { ChevronsUpDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';

import { Input } from '#app/ui/input.tsx';

import { findPickProblem } from './find-pick-problem.ts';
import { groupByOwner } from './group-by-owner.ts';
import { toRepositoryQuery } from './match-repository.ts';
import { RepositoryList } from './repository-list.tsx';
import { RepositoryListEnd } from './repository-list-end.tsx';
import type { Repository } from './repository.ts';
import { useRepositories } from './use-repositories.ts';

interface Props {
  label?: string;
  picked: Repository | null;
  onPick: (repository: Repository) => void;
  /** Archived repositories and those that can only be read are shown, and cannot be picked. */
  needsPush?: boolean;
  /** Offered below the list; absent: a repository is not created here. */
  onCreate?: () => void;
}

/** Picks one of the repositories that the user may reach, by typing a part of it (a combobox as in the ARIA practices). */
export function RepositoryPicker({
  label = 'Repository',
  picked,
  onPick,
  needsPush = false,
  onCreate,
}: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState<string | null>(null);
  const [activeId, setActiveId] = useState<number | null>(null);
  const isOpen = text !== null;
  const found = useRepositories(isOpen, toRepositoryQuery(text ?? ''));
  const groups = groupByOwner(found.repositories);
  const options = groups.flatMap(({ repositories }) => repositories);
  const active = options.find((one) => one.id === activeId) ?? options[0];

  function pick(repository: Repository | undefined) {
    if (!repository || (needsPush && findPickProblem(repository) !== null)) return;
    setText(null);
    onPick(repository);
  }

  function move(by: number) {
    const next = options[options.findIndex((one) => one === active) + by];
    if (!next) return by > 0 ? void found.loadMore() : undefined;
    setActiveId(next.id);
    document.getElementById(`${id}-list-${next.id}`)?.scrollIntoView({ block: 'nearest' });
  }

  function open() {
    setActiveId(picked?.id ?? null);
    setText('');
  }

  function useKeys(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' && !isOpen) open();
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp' && isOpen) move(-1);
    else if (event.key === 'Enter' && isOpen) pick(active);
    else if (event.key === 'Escape' && isOpen) setText(null);
    else return;
    event.preventDefault();
  }

  return (
    <div
      className="relative"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setText(null);
      }}
    >
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <Input
          id={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active ? `${id}-list-${active.id}` : undefined}
          className="pr-8 font-mono md:text-sm"
          value={text ?? (picked ? `${picked.owner}/${picked.name}` : '')}
          placeholder={picked ? `${picked.owner}/${picked.name}` : 'Search your repositories'}
          spellCheck={false}
          onClick={() => {
            if (!isOpen) open();
          }}
          onChange={(event) => {
            setActiveId(null);
            setText(event.target.value);
          }}
          onKeyDown={useKeys}
        />
        <ChevronsUpDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-muted"
        />
      </div>
      <div
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-10 mt-1 rounded-panel border bg-raised shadow-float"
      >
        <RepositoryList
          ref={list}
          id={`${id}-list`}
          groups={groups}
          active={active}
          picked={picked}
          needsPush={needsPush}
          isBusy={found.isLoading}
          onPick={pick}
          onEnd={() => void found.loadMore()}
        />
        {isOpen ? (
          <RepositoryListEnd found={found} isEmpty={options.length === 0} onCreate={onCreate} />
        ) : null}
      </div>
    </div>
  );
}
