/** The end of a period that begins at a time, as Stripe counts: the same day, or the last one of the month. */
export function addInterval(start: number, interval: string, anchor = start): number {
  if (interval === 'day') return start + 86_400;
  if (interval === 'week') return start + 7 * 86_400;
  const from = new Date(start * 1_000);
  const months = interval === 'year' ? 12 : 1;
  const wanted = new Date(anchor * 1_000).getUTCDate();
  const next = new Date(from);
  next.setUTCDate(1);
  next.setUTCMonth(next.getUTCMonth() + months);
  const last = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(wanted, last));
  return Math.floor(next.getTime() / 1_000);
}
