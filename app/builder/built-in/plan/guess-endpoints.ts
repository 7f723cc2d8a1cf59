import { toWords } from '#app/blueprint/words.ts';
import { askBack, type Effect } from '#app/builder/built-in/edits/effect.ts';
import { readParameterList } from '#app/extraction/reading/parameters.ts';
import type { MessageReading } from '#app/extraction/reading/read-message.ts';
import type {
  EndpointSketch,
  ParameterSketch,
  PlacedEndpoint,
} from '#app/extraction/reading/sketch.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

export interface GuessedEndpoints {
  endpoints: PlacedEndpoint[];
  ask: Effect | null;
}

/**
 * Reads "the vehicles (list, filter by status), one vehicle by vin": endpoints by nouns below one base URL.
 */
export function guessEndpoints(reading: MessageReading, lx: Lexicon): GuessedEndpoints {
  const none: GuessedEndpoints = { endpoints: [], ask: null };
  if (reading.bases.length !== 1 || reading.documents.length > 0) return none;
  const text = reading.clauses
    .filter(({ isQuoted }) => !isQuoted)
    .map((clause) => clause.text)
    .join(' ');
  const sketches: EndpointSketch[] = [];
  const lists = lx.rx(
    String.raw`(?<![\p{L}])([\p{L}]{3,40}s)\s*\(\s*(?:<list>)\s*,?\s*(?:<filterBy>)?\s*([^)]*)\)`,
    'g',
  );
  for (const [, noun = '', filters = ''] of text.matchAll(lists)) {
    const parameters = readParameterList(filters, lx, { place: 'query' });
    sketches.push({ method: 'GET', url: `/${noun.toLowerCase()}`, parameters });
  }
  for (const [, noun = '', id = ''] of text.matchAll(
    lx.rx(
      String.raw`<single>\s+(\p{L}{3,40})\s+(?:<filterBy>)\s+(?:<filler>\s+)?([A-Za-z_]\w*)`,
      'g',
    ),
  )) {
    const list = sketches.find(({ url }) => url.startsWith(`/${noun.toLowerCase().slice(0, 4)}`));
    const path = list?.url ?? `/${noun.toLowerCase()}s`;
    const parameters: ParameterSketch[] = [{ name: id, in: 'path', required: true }];
    sketches.push({ method: 'GET', url: `${path}/{${id}}`, parameters });
  }
  const rest = text.replace(
    lx.rx('<please>|<server>|<base>|<filler>|<add>|<tool>|<auth>', 'g'),
    ' ',
  );
  const hasWishes = toWords(rest).length > 1;
  if (sketches.length === 0 && !hasWishes) return none;
  const [base] = reading.bases;
  const question =
    sketches.length > 0
      ? 'Which requests are behind the rest? Give each as a method and a path, for example GET /items/{id}.'
      : `Which requests should the server make below ${base?.url ?? 'this address'}? Give each as a method and a path, for example GET /items/{id}, or paste the API's description.`;
  return {
    endpoints: sketches.map((sketch) => {
      return { sketch, start: base?.start ?? 0, end: 0, isQuoted: false };
    }),
    ask: askBack(question),
  };
}

/**
 * Asks for the requests of verbs besides listing and creating: "list, fetch and cancel subscriptions at
 * https://…".
 */
export function askForVerbs(
  text: string,
  endpoints: readonly PlacedEndpoint[],
  lx: Lexicon,
): Effect | null {
  const [only] = endpoints;
  if (!only || endpoints.some(({ sketch }) => sketch.url !== only.sketch.url)) return null;
  const list = lx
    .rx(
      String.raw`(?<![\p{L}])([\p{L}]{3,20}(?:\s*,\s*[\p{L}]{3,20})*\s*,?\s+<and>\s+[\p{L}]{3,20})\s+(?:<filler>\s+)*[\p{L}]+\s+(?:<filler>\s+)+(?=https?:)`,
    )
    .exec(text)?.[1];
  const verbs = list?.split(lx.rx(String.raw`\s*,\s*(?:<and>\s+)?|\s+<and>\s+`)) ?? [];
  const open = verbs.filter((verb) => !lx.is('list', verb) && !lx.is('creates', verb));
  if (verbs.length < 2 || open.length === 0) return null;
  const which = open.map((verb) => `"${verb}"`).join(' and ');
  return askBack(
    `Which requests ${open.length === 1 ? 'is' : 'are'} behind ${which}? Give each as a method and a path, for example POST /items/{id}/close.`,
  );
}
