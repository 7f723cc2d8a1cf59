import { useEffect, useEffectEvent } from 'react';

/** Runs something again and again while the page is in sight. */
export function useWhileVisible(run: () => void, everyMs: number): void {
  const onTurn = useEffectEvent(() => {
    if (document.visibilityState === 'visible') run();
  });
  useEffect(() => {
    const timer = setInterval(onTurn, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}

/** Runs something when the user comes back to the page, from another window or tab. */
export function useOnFocus(run: () => void): void {
  const onFocus = useEffectEvent(run);
  useEffect(() => {
    const listener = () => onFocus();
    addEventListener('focus', listener);
    return () => removeEventListener('focus', listener);
  }, []);
}
