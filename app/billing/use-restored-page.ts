import { useEffect, useEffectEvent } from 'react';

/**
 * Calls back when the browser shows this page again as it was left, as it does after the back
 * button: whatever the page waited for then is over.
 */
export function useRestoredPage(restore: () => void): void {
  const onRestore = useEffectEvent(restore);
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => {
      if (event.persisted) onRestore();
    };
    addEventListener('pageshow', listen);
    return () => removeEventListener('pageshow', listen);
  }, []);
}
