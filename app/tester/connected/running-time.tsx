import { useEffect, useState } from 'react';

/** Whole seconds since a moment, counted on. */
export function RunningTime({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <span className="tabular-nums">{Math.max(0, Math.floor((now - since) / 1_000))} s</span>;
}
