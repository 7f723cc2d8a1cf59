import { dropHidden } from '#app/blueprint/import/text/visible-text.ts';
import { readSnippets } from '#app/extraction/snippets/read-snippets.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { findAuth, type SaidAuth } from './authentication.ts';
import { blank, blankSpan } from './blank-span.ts';
import { cutTables } from './cut-tables.ts';
import { findDocuments, type FoundDocument } from './find-document.ts';
import { attachSchemas, cutSchemas } from './cut-schemas.ts';
import { closeJson } from './close-json.ts';
import { toClauses, type Clause } from './clauses.ts';
import { readEndpoints } from './read-endpoints.ts';
import { readTable } from './read-table.ts';
import { setQuotesApart, type ApartText } from './set-quotes-apart.ts';
import type { AuthSketch, Base, PlacedEndpoint } from './sketch.ts';

/** Content of a message, independent of the draft. */
export interface MessageReading {
  documents: FoundDocument[];
  endpoints: PlacedEndpoint[];
  bases: Base[];
  auth: { auth: AuthSketch; start: number }[];
  /** Remaining sentences, which may be requests. */
  clauses: Clause[];
  /** Addresses of API descriptions, to be fetched. */
  descriptions: string[];
  /** Schemes that no HTTP tool can call, such as `postgres`. */
  foreignSchemes: string[];
  /** Notes on what was not read. */
  notes: string[];
  /** Original text without documents. */
  text: string;
}

/** Maximum length that is read, in characters; documents are read whole. */
const MAX_PROSE = 40_000;
/** Each is a tool: larger numbers need an API description. */
const MAX_ENDPOINTS = 300;
const ONLY_LOOKED_AT =
  'Nothing in the quoted text was done. To have something of it done, ask for it in your own words.';
const FENCE = /^[ \t]*(?:> ?)?(?:```|~~~)[^\n]*$/gm;
const QUOTED_LINE = /^[ \t]*>[^\n]*$/gm;
const COMMENT = /<!--[\s\S]*?-->/g;
const FOREIGN = /(?<![\w+])(?!https?:|mailto:|file:|data:)([a-z][a-z0-9+.-]{1,20}):\/\/\S+/gi;
const USER_INFO = /(https?:\/\/)[^\s/@:]+(?::[^\s/@]*)?@/i;
/** Addresses in private networks. */
const PRIVATE =
  /https?:\/\/(localhost|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|169\.254\.\d+\.\d+|\[::1\])(?![\w.])/i;
const VARIABLE = /^[ \t]*(?:export\s+)?[A-Z][A-Z0-9_]*[ \t]*=[ \t]*(\S[^\n]*)$/gm;

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;
/** Author and time in a copied chat: "tom 10:02 am" above the words, or "[10:02] tom:" before them. */
const CHAT_STAMP =
  /^[^\S\n]*(?:\[?[\p{L}\w.-]{1,30}\]?[^\S\n]+\[?\d{1,2}:\d{2}(?::\d{2})?[^\S\n]*(?:am|pm)?\]?[^\S\n]*$|[[(]?(?:[\d/.-]{6,10},?\s)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?[\])]?[^\S\n]+(?:[-–][^\S\n]+)?[\p{L}\w. -]{1,30}:(?=\s))/gimu;
const HOST =
  /(?<![\w@./:-])((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,})(?::\d+)?(?=[\s/,;:)]|\.(?:\s|$)|$)/i;
const FILE =
  /\.(?:json|ya?ml|md|txt|ts|tsx|js|mjs|py|rb|go|rs|kt|java|php|cs|html?|css|csv|xml|pdf|env|lock|toml|sh|sql|zip|png|jpe?g|svg)$/i;

/** Completes a host without a scheme with https, and notes it. */
function completeHost(text: string, lx: Lexicon, notes: string[]): string {
  const match = HOST.exec(text);
  const host = match?.[1];
  if (!match || host === undefined || FILE.test(host) || !/\.[a-z]{2,}$/i.test(host)) return text;
  const before = text.slice(Math.max(0, match.index - 30), match.index);
  const isAddress =
    /[/:]/.test(text.slice(match.index + match[0].length, match.index + match[0].length + 1)) ||
    host.split('.').length > 2 ||
    lx.rx(String.raw`(?:<base>|<filler>|@)\s*[:=]?\s*$`).test(before);
  if (!isAddress) return text;
  notes.push(`I took \`${host}\` for https://${host}.`);
  return `${text.slice(0, match.index)}https://${text.slice(match.index)}`;
}

/** Limits the endpoints of one message, and notes how many were left out. */
function bound(endpoints: PlacedEndpoint[], notes: string[]): PlacedEndpoint[] {
  if (endpoints.length > MAX_ENDPOINTS) {
    const rest = `${endpoints.length} requests: the first ${MAX_ENDPOINTS} were read.`;
    notes.push(`The message holds ${rest} Send the others in another message.`);
  }
  orderBounds(endpoints, notes);
  return endpoints.slice(0, MAX_ENDPOINTS);
}

/** Swaps the ends of a reversed range, and notes it. */
function orderBounds(endpoints: readonly PlacedEndpoint[], notes: string[]): void {
  for (const parameter of endpoints.flatMap(({ sketch }) => sketch.parameters)) {
    for (const [least, most] of BOUNDS) {
      const { [least]: low, [most]: high, name } = parameter;
      if (low === undefined || high === undefined || low <= high) continue;
      Object.assign(parameter, { [least]: high, [most]: low });
      notes.push(
        `\`${name}\` was given as at least ${low} and at most ${high}: I took ${high} to ${low}.`,
      );
    }
  }
}

/** Removes descriptions of authentication, which are not arguments, but keeps addresses beside them. */
function withoutAuth(text: string, said: readonly SaidAuth[]): string {
  return said.reduce(
    (left, { start, end, auth }) =>
      auth.kind === 'oauth2' || !/https?:\/\//.test(left.slice(start, end))
        ? blankSpan(left, start, end)
        : left,
    text,
  );
}

/** Sets the texts of others apart, or leaves them out where the person only asks about them. */
function tidyQuotes(text: string, lx: Lexicon, notes: string[]): ApartText {
  const visible = dropHidden(text.replace(/\r\n?/g, '\n')).replace(COMMENT, blank);
  const apart = setQuotesApart(visible, lx);
  if (apart.isJudged) notes.push(ONLY_LOOKED_AT);
  const own = apart.isJudged ? apart.text.replace(QUOTED_LINE, blank) : apart.text;
  return { ...apart, text: own.replace(FENCE, blank) };
}

/** Reads a message; what of it is new is decided later, with the draft. */
export function readMessage(message: string, lx: Lexicon): MessageReading {
  const notes: string[] = [];
  const { documents, rest } = findDocuments(message);
  let text = rest;
  if (text.length > MAX_PROSE) {
    notes.push(
      `The message is long: its first ${MAX_PROSE.toLocaleString('en')} characters were read.`,
    );
    text = text.slice(0, MAX_PROSE);
  }
  const { text: begun, isJudged } = tidyQuotes(text, lx, notes);
  text = begun;
  const foreignSchemes = [...text.matchAll(FOREIGN)].map(([, scheme = '']) => scheme.toLowerCase());
  if (USER_INFO.test(text))
    notes.push('The user name and password in the address were not kept: set them as secrets.');
  text = text.replace(FOREIGN, blank).replace(new RegExp(USER_INFO, 'gi'), '$1');
  const hidden = PRIVATE.exec(text)?.[1];
  if (hidden !== undefined)
    notes.push(
      `${hidden} is a private address: the hosted server cannot reach it, an exported one on your network can.`,
    );
  text = text.replace(CHAT_STAMP, blank);
  const snippets = readSnippets(closeJson(text));
  text = lx.unswapped(snippets.rest);
  const hasAddress =
    /https?:\/\//.test(text) || snippets.endpoints.some(({ url }) => /^https?:/.test(url));
  if (!hasAddress) text = completeHost(text, lx, notes);
  text = text.replace(VARIABLE, (line, value: string) =>
    /^["']?https?:\/\//.test(value) ? line.replace(/^[^=]*=/, blank) : blank(line),
  );
  const tables = cutTables(text);
  text = tables.rest;
  const schemas = cutSchemas(text);
  text = schemas.rest;
  const auth = findAuth(text, lx);
  text = withoutAuth(text, auth);
  const read = readEndpoints(
    text,
    tables.tables.map((table) => ({ table, reading: readTable(table, lx) })),
    lx,
  );
  notes.push(...attachSchemas(read.endpoints, schemas.schemas));
  const fromSnippets = snippets.endpoints.map((sketch, at) => {
    return { sketch, start: at, end: at, isQuoted: false };
  });
  const saidAuth = snippets.auth ? [{ auth: snippets.auth, start: 0 }, ...auth] : auth;
  return {
    documents,
    endpoints: bound([...fromSnippets, ...read.endpoints], notes),
    bases: snippets.base ? [{ url: snippets.base, start: 0 }, ...read.bases] : read.bases,
    auth: saidAuth,
    clauses: toClauses(read.rest, lx).filter(
      (clause) => !isJudged || !lx.rx('<quoted>|<judged>').test(clause.text),
    ),
    descriptions: read.descriptions,
    foreignSchemes: [...new Set(foreignSchemes)],
    notes,
    text: message.slice(0, 2_000),
  };
}
