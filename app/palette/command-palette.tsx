import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useRouteLoaderData } from 'react-router';

import { useAuth } from '#app/auth/auth-client.ts';
import type { Viewer } from '#app/auth/session/viewer.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';

import { filterCommands, type Command } from './command.ts';
import { listSiteCommands } from './list-site-commands.ts';
import { listScreenCommands } from './palette-store.ts';
import { useRecentCommands } from './use-recent-commands.ts';

/** Finds a command by its words and runs it: a field whose arrow keys move through the list. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const commands = useCommands();
  const [query, setQuery] = useState('');
  const [place, setPlace] = useState(0);
  const found = filterCommands(commands, query);
  const active = found[Math.min(place, found.length - 1)];

  function run(command: Command) {
    // The dialog gives the focus back as it closes: a command that moves it has to come after that.
    flushSync(onClose);
    command.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (active) run(active);
      return;
    }
    const last = found.length - 1;
    const to = {
      ArrowDown: place >= last ? 0 : place + 1,
      ArrowUp: place <= 0 ? last : place - 1,
      PageDown: Math.min(place + 8, last),
      PageUp: Math.max(place - 8, 0),
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setPlace(to);
  }

  return (
    <Dialog title="Commands" isBare onClose={onClose}>
      <div className="flex shrink-0 items-center border-b pe-1.5">
        <input
          type="text"
          role="combobox"
          aria-label="Find a command"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={active ? `${id}-${active.id}` : undefined}
          autoComplete="off"
          autoFocus
          placeholder="Search pages, tools and actions"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setPlace(0);
          }}
          onKeyDown={onKeyDown}
          className="min-w-0 grow bg-transparent px-4 py-3 outline-none max-md:text-[16px]"
        />
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <CommandList id={id} commands={found} active={active} onRun={run} />
      {found.length === 0 ? <p className="px-4 py-6 text-muted">No command matches.</p> : null}
    </Dialog>
  );
}

/** Pages, servers, actions, and what the open screen adds, as things stand when the palette opens. */
function useCommands(): Command[] {
  const navigate = useNavigate();
  const go = (to: string) => void navigate(to);
  const { user } = useAuth();
  const viewer = useRouteLoaderData<{ viewer: Viewer | null }>('root')?.viewer ?? null;
  const [fixed] = useState(() => [
    ...listScreenCommands(),
    ...listSiteCommands(go, (user ?? viewer) !== null),
  ]);
  return [...fixed, ...useRecentCommands(go)];
}

function CommandList({
  id,
  commands,
  active,
  onRun,
}: {
  id: string;
  commands: readonly Command[];
  active: Command | undefined;
  onRun: (command: Command) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="listbox"
      aria-label="Commands"
      className={clsx('min-h-0 overflow-y-auto p-1.5', commands.length === 0 && 'hidden')}
    >
      {commands.map((command, index) => (
        // The field keeps the focus and has the keys; the pointer may click.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={command.id}
          id={`${id}-${command.id}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="option"
          aria-selected={command === active}
          onClick={() => onRun(command)}
          className={clsx(
            'flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2.5 text-sm pointer-coarse:min-h-11',
            command === active ? 'bg-blue-tint text-blue' : 'hover:bg-hover',
          )}
        >
          <span className="w-14 shrink-0 text-muted">
            {commands[index - 1]?.group === command.group ? '' : command.group}
          </span>
          <command.icon aria-hidden className="size-4 shrink-0" />
          <bdi className="min-w-0 truncate">{command.label}</bdi>
          {command.note ? <span className="shrink-0 text-muted">{command.note}</span> : null}
          {command.keys ? (
            <kbd className="ms-auto shrink-0 font-sans text-muted pointer-coarse:hidden">
              {command.keys}
            </kbd>
          ) : null}
        </div>
      ))}
    </div>
  );
}
