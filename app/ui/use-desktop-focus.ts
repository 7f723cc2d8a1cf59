import { useEffect, type RefObject } from 'react';

import { DESKTOP } from './desktop-focus.ts';

/** Focuses a field as its page opens, unless something else than the page has the focus already. */
export function useDesktopFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isFree = document.activeElement?.matches('body, main') ?? true;
    if (isFree && matchMedia(DESKTOP).matches) field.current?.focus({ preventScroll: true });
  }, [field]);
}
