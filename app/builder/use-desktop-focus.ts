import { useEffect, type RefObject } from 'react';

/** A mouse, and so most likely a keyboard: a field with the focus opens no keyboard on the screen. */
const DESKTOP = '(hover: hover) and (pointer: fine)';

/** Gives a field the focus as its page opens, unless something else has it already. */
export function useDesktopFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isFree && matchMedia(DESKTOP).matches) field.current?.focus({ preventScroll: true });
  }, [field]);
}
