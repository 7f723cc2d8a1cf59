/** `14:03:22.117`, in the person's own time. */
export function formatClock(at: number): string {
  const date = new Date(at);
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()];
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${clock}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** `12 ms`, `3.4 s`. */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
