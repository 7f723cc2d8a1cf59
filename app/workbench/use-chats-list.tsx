import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';

import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

import { writeChatsChoice } from './chats-choice.ts';

/** From here on the list has room beside the builder: Tailwind's `lg`. */
const BESIDE = '(min-width: 64rem)';

const ChatsWindow = lazyPart(
  async () => (await import('#app/chat/list/chats-window.tsx')).ChatsWindow,
  {
    isAskedFor: true,
  },
);

/** The list of own chats: beside the builder, or where it has no room there, in a window. */
export interface ChatsList {
  /** Shown beside the builder, if there is room. */
  isOpen: boolean;
  /** Shows or hides it, where there is room for it. */
  toggle: () => void;
  showWindow: () => void;
  /** The window, while it is open. */
  window: ReactNode;
}

/** Whether the list of chats is open. Beside the builder the choice is kept; a window is not. */
export function useChatsList(id: string, initial: boolean): ChatsList {
  const [isOpen, setOpen] = useState(initial);
  const [isWindow, setWindow] = useState(false);
  function toggle() {
    if (!matchMedia(BESIDE).matches) return setWindow(!isWindow);
    document.cookie = writeChatsChoice(!isOpen);
    setOpen(!isOpen);
  }
  const window = isWindow ? (
    <Suspense>
      <ChatsWindow id={id} onClose={() => setWindow(false)} />
    </Suspense>
  ) : null;
  return { isOpen, toggle, showWindow: () => setWindow(true), window };
}
