import { clsx } from 'clsx';
import { PanelLeft } from 'lucide-react';

import { IconButton } from '#app/ui/icon-button.tsx';

import type { ServerNames } from './to-server-names.ts';
import type { DraftScreen } from './use-draft.ts';
import type { ChatsList } from './use-chats-list.tsx';

/** The name of the server and the title of its chat, beside the way to other chats. */
export function ServerTitle({
  screen,
  names,
  chats,
  className,
}: {
  screen: DraftScreen;
  names: ServerNames;
  chats: ChatsList;
  className?: string;
}) {
  const { identity } = screen.blueprint ?? screen.draft.blueprint;
  return (
    <div className={clsx('flex min-w-0 grow items-center gap-1', className)}>
      <IconButton
        label={chats.isOpen ? 'Hide recent chats (Ctrl B)' : 'Show recent chats (Ctrl B)'}
        aria-expanded={chats.isOpen}
        className="-ms-2 max-lg:hidden"
        onClick={chats.toggle}
      >
        <PanelLeft aria-hidden />
      </IconButton>
      <IconButton
        label="Recent chats"
        aria-haspopup="dialog"
        className="-ms-2 lg:hidden"
        onClick={chats.showWindow}
      >
        <PanelLeft aria-hidden />
      </IconButton>
      <div className="min-w-0">
        <h1
          title={`${identity.title ?? identity.name} (${identity.name} ${identity.version})`}
          className="truncate leading-5"
        >
          {names.heading}
        </h1>
        {names.chat === null ? null : (
          <p title={names.chat} className="truncate text-sm leading-4 text-muted">
            {names.chat}
          </p>
        )}
      </div>
    </div>
  );
}
