import { readFacts } from '#app/extraction/reading/parameter-facts.ts';
import { readPlace } from '#app/extraction/reading/read-place.ts';
import type { ParameterFacts } from '#app/extraction/reading/sketch.ts';

import type { FoundArgument } from './find-arguments.ts';
import type { Scope } from './scope.ts';

interface Segment {
  args: FoundArgument[];
  facts: ParameterFacts;
  place: { in: 'query' | 'header' | 'body'; name?: string } | null;
}

/** Splits a clause at its arguments; the text after each, or before the first, describes it. */
export function readSegments(
  text: string,
  found: readonly FoundArgument[],
  lx: Scope['lx'],
): Segment[] {
  const segments: Segment[] = [];
  let group: FoundArgument[] = [];
  for (const [index, argument] of found.entries()) {
    const end = found[index + 1]?.at ?? text.length;
    const after = text.slice(argument.at + argument.said.length, end);
    group.push(argument);
    const isJoined =
      index < found.length - 1 &&
      lx.rx(String.raw`^[\s\x60"'”]*(?:,|<and>|&|\s)*(?:<filler>\s*|[\x60"'“])*$`).test(after);
    if (isJoined) continue;
    const own = readFacts(after, lx);
    const before = index - group.length < 0 ? text.slice(0, group[0]?.at ?? 0) : '';
    const facts =
      Object.keys(own).length > 0 || index + 1 < found.length
        ? own
        : readFacts(`${before} ${after}`, lx);
    const lead = readFacts(before, lx);
    // "piano is optional, rooms neither", "size too": the previous constraints apply again.
    const isAgain = lx.rx(String.raw`^[\s\x60"']*(?:<nothing>|<same>|too|as well)\W*$`).test(after);
    const again = isAgain ? segments.at(-1)?.facts : undefined;
    const isSaidAfter = Object.keys(facts).length > 0;
    segments.push({
      args: group,
      facts: again ?? (isSaidAfter ? { ...dropLoose(lead), ...facts } : lead),
      place: readMove(`${before} ${after}`, lx),
    });
    group = [];
  }
  return segments;
}

/** Text before an argument only says whether it is required. */
function dropLoose({ required, maximum, minimum }: ParameterFacts): ParameterFacts {
  return {
    ...(required === undefined ? {} : { required }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(minimum === undefined ? {} : { minimum }),
  };
}

/** Reads "has to go out as the header X-Customer". */
function readMove(text: string, lx: Scope['lx']): Segment['place'] {
  if (!lx.rx('<move>').test(text)) return null;
  const without = text
    .replace(lx.rx(String.raw`<not>[^,;]*?(?:<query>|<header>|<body>)`, 'g'), ' ')
    .replace(lx.rx(String.raw`(?:doesn['’]t belong|does not belong)[^,;]*`, 'g'), ' ');
  const place = readPlace(without, lx);
  if (place !== 'query' && place !== 'header' && place !== 'body') return null;
  const name = /(?<![\w-])([A-Z][\w]*(?:-[A-Z]\w*)+|X-[\w-]+)/.exec(without)?.[1];
  return { in: place, ...(name ? { name } : {}) };
}
