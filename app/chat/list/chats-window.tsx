import { Dialog } from '#app/ui/dialog.tsx';

import { RecentChats } from './recent-chats.tsx';

/** Own chats in a window, where they have no room beside the builder. */
export function ChatsWindow({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <Dialog title="Recent chats" onClose={onClose}>
      <RecentChats id={id} version="" onGo={onClose} />
    </Dialog>
  );
}
