import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import type { ParameterSketch, ParameterPlace } from './sketch.ts';

/** Location of an argument: "in the query", "header". */
export function readPlace(text: string, lx: Lexicon): ParameterPlace | undefined {
  const places = ['header', 'cookie', 'path', 'query', 'body'] as const;
  const found = places
    .map((place) => ({ place, at: lx.rx(`<${place}>`).exec(text)?.index ?? -1 }))
    .filter(({ at }) => at >= 0);
  return found.toSorted((a, b) => a.at - b.at)[0]?.place;
}

/** Masks words for locations, which are not descriptions. */
export function maskPlaces(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}_])in the (?:path|query|body|header)(?![\p{L}\p{N}_])/giu,
    ' ',
  );
}

/** An argument with the location of its list, unless it has its own. */
export function withPlace(
  parameter: ParameterSketch,
  place: ParameterPlace | undefined,
): ParameterSketch {
  return place && parameter.in === undefined ? { ...parameter, in: place } : parameter;
}
