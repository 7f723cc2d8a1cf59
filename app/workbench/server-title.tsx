import { clsx } from 'clsx';
import { PanelLeft } from 'lucide-react';

import { IconButton } from '#app/ui/icon-button.tsx';

import type { DraftScreen } from './use-draft.ts';
import type { ChatsList } from './use-chats-list.tsx';

/** The name of the server, beside the way to other chats. */
export function ServerTitle({
  screen,
  chats,
  className,
}: {
  screen: DraftScreen;
  chats: ChatsList;
  className?: string;
}) {
  const { identity } = screen.blueprint ?? screen.draft.blueprint;
  return (
    <div className={clsx('flex min-w-0 grow items-center gap-1', className)}>
      <IconButton
        label={chats.isOpen ? 'Hide recent chats (Ctrl B)' : 'Show recent chats (Ctrl B)'}
        aria-expanded={chats.isOpen}
        className="-ml-2 max-lg:hidden"
        onClick={chats.toggle}
      >
        <PanelLeft aria-hidden />
      </IconButton>
      <IconButton
        label="Recent chats"
        aria-haspopup="dialog"
        className="-ml-2 lg:hidden"
        onClick={chats.showWindow}
      >
        <PanelLeft aria-hidden />
      </IconButton>
      <h1
        title={`${identity.title ?? identity.name} (${identity.name} ${identity.version})`}
        className="min-w-0 truncate"
      >
        {identity.title ?? identity.name}
      </h1>
    </div>
  );
}
