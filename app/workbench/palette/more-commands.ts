import { PanelLeft, Share2 } from 'lucide-react';

import type { Command } from '#app/palette/command.ts';

interface Screen {
  chats: { toggle: () => void };
  sharing: { open: () => void };
  mayEdit: boolean;
}

/** Commands of the screen itself. */
export function moreCommands({ chats, sharing, mayEdit }: Screen): Command[] {
  const list: Command = {
    id: 'chats',
    group: 'Chat',
    label: 'Recent chats',
    icon: PanelLeft,
    keys: 'Ctrl B',
    run: chats.toggle,
  };
  const share: Command = {
    id: 'share',
    group: 'Chat',
    label: 'Share this chat',
    icon: Share2,
    run: sharing.open,
  };
  return mayEdit ? [share, list] : [list];
}
