import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Keeps the keyboard focus near its place: when the focused element inside `root` goes away (a
 * button that did its work, a form that closes), the focus goes to `next` instead of being lost.
 * Pointer users are left alone.
 */
export function useKeptFocus(
  root: RefObject<HTMLElement | null>,
  next: () => HTMLElement | null | undefined,
): void {
  const isInside = useEffectEvent((element: Element) => root.current?.contains(element) ?? false);
  const giveOn = useEffectEvent(() => next()?.focus());
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let last: Element | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      const isKept = target instanceof Element && isInside(target);
      last = isKept && target.matches(':focus-visible') ? target : null;
    };
    const watch = new MutationObserver(() => {
      if (last === null || last.isConnected) return;
      last = null;
      if (document.activeElement === document.body) giveOn();
    });
    document.addEventListener('focusin', onFocus, { signal });
    document.addEventListener('pointerdown', () => (last = null), { signal, capture: true });
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      stop.abort();
      watch.disconnect();
    };
  }, []);
}
