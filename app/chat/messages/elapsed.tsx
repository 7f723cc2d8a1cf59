import { useEffect, useState } from 'react';

/** Seconds since this was put on the screen; nothing within the first. */
export function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedAt = Date.now();
    const tick = () => setSeconds(Math.floor((Date.now() - startedAt) / 1_000));
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, []);
  return seconds === 0 ? null : <span aria-hidden>{seconds} s</span>;
}

/** A time for people: `0.4 s`, `12 s`. */
export function formatSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}
