import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import type { ParameterSketch, Place } from './sketch.ts';

/** "in the query", "header": where an argument goes. */
export function readPlace(text: string, lx: Lexicon): Place | undefined {
  const places = ['header', 'cookie', 'path', 'query', 'body'] as const;
  const found = places
    .map((place) => ({ place, at: lx.rx(`<${place}>`).exec(text)?.index ?? -1 }))
    .filter(({ at }) => at >= 0);
  return found.toSorted((a, b) => a.at - b.at)[0]?.place;
}

/** Words of places are no descriptions. */
export function maskPlaces(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}_])in the (?:path|query|body|header)(?![\p{L}\p{N}_])/giu,
    ' ',
  );
}

/** An argument with the place of its list, where it has none of its own. */
export function withPlace(parameter: ParameterSketch, place: Place | undefined): ParameterSketch {
  return place && parameter.in === undefined ? { ...parameter, in: place } : parameter;
}
