import { at } from '#app/blueprint/import/place.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { Warnings } from '#app/blueprint/import/warnings.ts';
import { toWords } from '#app/blueprint/words.ts';

import type { SavedCall } from './to-call.ts';

/** Characters of a label in a host (RFC 1035, 2.3.4). */
const MAX_LABEL = 63;

export interface SettledCalls {
  calls: SavedCall[];
  /** The origin of the server; null: it is set later. */
  main: string | null;
}

/**
 * Gives each host that is open, except the main one, an address that stands in its place: credentials
 * of one must not go to another. The main host is the one that most calls go to.
 */
export function settleHosts(calls: readonly SavedCall[], warnings: Warnings): SettledCalls {
  const main = mostCommon(calls.map(hostOf));
  const places = new Map<string, string>();
  const settled = calls.map((call) => {
    if (call.origin !== null || hostOf(call) === main) return call;
    const host = call.openHost ?? '';
    const origin = places.get(host) ?? toPlaceholder(host, new Set(places.values()));
    if (!places.has(host)) {
      places.set(host, origin);
      const message = `The address ${toVisible(host)} has no value in the collection; ${origin} stands in its place. Set the base URL before calling.`;
      warnings.add('server', at(call.saved.place, 'request', 'url'), message);
    }
    return { ...call, origin };
  });
  return { calls: settled, main: calls.find((call) => hostOf(call) === main)?.origin ?? null };
}

function hostOf({ origin, openHost }: SavedCall): string {
  return origin ?? `open ${openHost ?? ''}`;
}

/** The first of those that occur most; null where there is none. */
function mostCommon(names: readonly string[]): string | null {
  const groups = [...Map.groupBy(names, (name) => name)];
  const [most] = groups.toSorted(([, a], [, b]) => b.length - a.length);
  return most?.[0] ?? null;
}

/** `https://report-url.example.com` for `{{reportUrl}}`: reserved, answers nothing useful. */
function toPlaceholder(host: string, taken: ReadonlySet<string>): string {
  const words = toWords(host.slice(0, 200)).flatMap((word) => word.match(/[a-z\d]+/g) ?? []);
  const label =
    words
      .join('-')
      .slice(0, MAX_LABEL - 4)
      .replace(/-$/, '') || 'open';
  let origin = `https://${label}.example.com`;
  for (let round = 2; taken.has(origin); round += 1)
    origin = `https://${label}-${round}.example.com`;
  return origin;
}
