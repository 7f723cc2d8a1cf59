import { useEffect, type RefObject } from 'react';

import { DESKTOP } from './desktop-focus.ts';

/** Focuses a field as its page opens, unless something else has the focus already. */
export function useDesktopFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isFree && matchMedia(DESKTOP).matches) field.current?.focus({ preventScroll: true });
  }, [field]);
}
