import { useEffect, useEffectEvent, useState } from 'react';

/** A value that follows another at most once in so many milliseconds; 0: at once. */
export function useThrottled(value: number, ms: number): number {
  const [shown, setShown] = useState(value);
  const follow = useEffectEvent(() => setShown(value));
  const isBehind = shown !== value;
  useEffect(() => {
    if (!isBehind) return undefined;
    // The first change starts the wait, and later ones do not prolong it.
    const timer = setTimeout(() => follow(), ms);
    return () => clearTimeout(timer);
  }, [isBehind, ms]);
  return ms === 0 ? value : shown;
}
