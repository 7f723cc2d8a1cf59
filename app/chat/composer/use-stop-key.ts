import { useEffect, useEffectEvent } from 'react';

/** Elements that the browser itself closes on Esc: dialogs, and menus that are popovers. */
const CLOSES_FIRST = 'dialog[open], [role=dialog], :popover-open';

/**
 * Esc stops the turn wherever the focus is, unless something else closes by it: anything open over
 * the page, the candidates of an input method, or a handler that takes the key by `preventDefault`.
 */
export function useStopKey(isOn: boolean, stop: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (document.querySelector(CLOSES_FIRST) === null) stop();
  });
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
