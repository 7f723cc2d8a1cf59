import { useState, type KeyboardEvent } from 'react';

import { findPickProblem } from './find-pick-problem.ts';
import { groupByOwner } from './group-by-owner.ts';
import { toRepositoryQuery } from './match-repository.ts';
import type { Repository } from './repository.ts';
import { useRepositories } from './use-repositories.ts';

interface Choice {
  picked: Repository | null;
  needsPush: boolean;
  onPick: (repository: Repository) => void;
}

/**
 * The state of a list of repositories that opens below a field: its text, its options, and the one that Enter picks.
 * @param listId ids of options begin with it
 */
export function usePicker({ picked, needsPush, onPick }: Choice, listId: string) {
  const [text, setText] = useState<string | null>(null);
  const [activeId, setActiveId] = useState<number | null>(null);
  const isOpen = text !== null;
  const found = useRepositories(isOpen, toRepositoryQuery(text ?? ''));
  const groups = groupByOwner(found.repositories);
  const options = groups.flatMap(({ repositories }) => repositories);
  const active = options.find((one) => one.id === activeId) ?? options[0];

  function open() {
    if (isOpen) return;
    setActiveId(picked?.id ?? null);
    setText('');
  }

  function close() {
    setText(null);
  }

  function type(next: string) {
    setActiveId(null);
    setText(next);
  }

  function pick(repository: Repository | undefined) {
    if (!repository || (needsPush && findPickProblem(repository) !== null)) return;
    close();
    onPick(repository);
  }

  function move(by: number) {
    const next = options[options.findIndex((one) => one === active) + by];
    if (!next) return by > 0 ? found.loadMore() : undefined;
    setActiveId(next.id);
    document.getElementById(`${listId}-${next.id}`)?.scrollIntoView({ block: 'nearest' });
  }

  function pressKey(event: KeyboardEvent) {
    // Enter ends a word of an input method first.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' && !isOpen) open();
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp' && isOpen) move(-1);
    else if (event.key === 'Enter' && isOpen) pick(active);
    else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
  }

  return { text, isOpen, found, groups, active, open, close, type, pick, pressKey };
}
