import { PanelLeft, Save, Share2 } from 'lucide-react';

import type { Command } from '#app/palette/command.ts';

interface Screen {
  chats: { toggle: () => void };
  sharing: { open: () => void };
  saving: { open: () => void };
  mayEdit: boolean;
}

/** Commands of the screen itself. */
export function moreCommands({ chats, sharing, saving, mayEdit }: Screen): Command[] {
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
  const save: Command = {
    id: 'save',
    group: 'Server',
    label: 'Save as a project',
    icon: Save,
    run: saving.open,
  };
  return mayEdit ? [save, share, list] : [list];
}
