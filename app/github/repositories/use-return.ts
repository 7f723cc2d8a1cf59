import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Runs something when the user is back from a page that opens in another tab.
 * @returns what its link does when it is followed
 */
export function useReturn(run: () => void): () => void {
  const [isAway, setAway] = useState(false);
  const onReturn = useEffectEvent(() => {
    setAway(false);
    run();
  });
  useEffect(() => {
    if (!isAway) return undefined;
    const stop = new AbortController();
    window.addEventListener('focus', onReturn, { signal: stop.signal });
    return () => stop.abort();
  }, [isAway]);
  return () => setAway(true);
}
