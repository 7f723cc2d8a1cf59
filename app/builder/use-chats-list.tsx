import { useState } from 'react';

import { writeChatsChoice } from './chats-choice.ts';

/** Whether the list of chats is open beside the builder; the choice is kept. */
export function useChatsToggle(initial: boolean): { isOpen: boolean; toggle: () => void } {
  const [isOpen, setOpen] = useState(initial);
  function toggle() {
    document.cookie = writeChatsChoice(!isOpen);
    setOpen(!isOpen);
  }
  return { isOpen, toggle };
}
