// No element of HTML is a list to filter by typing that phones and long names also suit.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { ChevronsUpDown } from 'lucide-react';
import { useId, useRef } from 'react';

import { Input } from '#app/ui/input.tsx';

import { RepositoryListEnd } from './repository-list-end.tsx';
import { RepositoryList } from './repository-list.tsx';
import type { Repository } from './repository.ts';
import { usePicker } from './use-picker.ts';

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
  const input = useRef<HTMLInputElement>(null);
  const listId = `${id}-list`;
  const picker = usePicker({ picked, needsPush, onPick }, listId);
  const { isOpen, found, active } = picker;
  const shown = picked ? `${picked.owner}/${picked.name}` : '';
  return (
    <div
      className="relative"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) picker.close();
      }}
    >
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <Input
          ref={input}
          id={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active ? `${listId}-${active.id}` : undefined}
          className="pe-8 font-mono md:text-sm"
          value={picker.text ?? shown}
          placeholder={picked ? shown : 'Search your repositories'}
          spellCheck={false}
          onClick={picker.open}
          onChange={(event) => picker.type(event.target.value)}
          onKeyDown={picker.pressKey}
        />
        <ChevronsUpDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-4 text-muted"
        />
      </div>
      {/* The focus stays in the field. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        hidden={!isOpen}
        onMouseDown={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          input.current?.focus();
          picker.close();
        }}
        className="absolute inset-x-0 top-full z-10 mt-1 rounded-panel border bg-raised shadow-float"
      >
        <RepositoryList
          id={listId}
          groups={picker.groups}
          active={active}
          picked={picked}
          needsPush={needsPush}
          isBusy={found.isLoading}
          onPick={picker.pick}
          onEnd={found.loadMore}
        />
        {isOpen ? (
          <RepositoryListEnd
            found={found}
            isEmpty={picker.groups.length === 0}
            onCreate={onCreate}
          />
        ) : null}
      </div>
    </div>
  );
}
