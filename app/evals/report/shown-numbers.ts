import { formatCount } from '#app/platform/locale/reader-locale.ts';

/** A share as people read it: a share below one is never rounded up to all. */
export function toPercent(share: number): string {
  return `${share === 1 ? 100 : Math.min(99, Math.round(share * 100))} %`;
}

export function toCount(number: number): string {
  return formatCount(number);
}

/** US dollars; "unknown" where nobody knows the price. */
export function toCost(cost: number | null): string {
  if (cost === null) return 'unknown';
  if (cost === 0) return '$0';
  return cost < 0.01 ? `$${cost.toFixed(4)}` : `$${cost.toFixed(2)}`;
}

export function toSeconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
