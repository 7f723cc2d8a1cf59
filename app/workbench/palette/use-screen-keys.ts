import { useEffect, useEffectEvent } from 'react';

/** Where a question mark is just written. */
const FIELDS = 'input:not([type=radio], [type=checkbox]), textarea, select';

interface Keys {
  onHelp: () => void;
  onChats: () => void;
}

/** Ctrl or ⌘ with B anywhere, and `?` outside of fields. */
export function useScreenKeys({ onHelp, onChats }: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isField =
      event.target instanceof HTMLElement &&
      (event.target.isContentEditable || event.target.closest(FIELDS) !== null);
    const letter = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : '';
    if (letter === 'b') {
      event.preventDefault();
      onChats();
    } else if (event.key === '?' && !isField && !document.querySelector('dialog[open]')) {
      event.preventDefault();
      onHelp();
    }
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
