import type { RequestPart, WrittenRequest } from '#app/blueprint/import/calls/written-request.ts';

import { KNOWN_SWITCHES, PASSED_OVER, SHORT_OPTIONS } from './curl-options.ts';

/** The requests of one command, and its unknown options. */
export interface CurlRequests {
  requests: WrittenRequest[];
  unknown: string[];
}

/** A command being read. */
interface Draft {
  method: string | null;
  urls: string[];
  headers: { name: string; value: string }[];
  user: string | null;
  cookies: string | null;
  pieces: string[];
  parts: RequestPart[];
  isQueryData: boolean;
  isHead: boolean;
  isUpload: boolean;
  isJson: boolean;
  isFileBody: boolean;
  queries: string[];
  unknown: string[];
}

type Take = (draft: Draft, value: string) => void;

const addHeader: Take = (draft, value) => {
  const colon = value.search(/[:;]/);
  if (colon < 1) return;
  const text = value.slice(colon + 1).trim();
  // `X:` removes one of curl's own headers; `X;` sends an empty one.
  if (text === '' && value[colon] === ':') return;
  draft.headers.push({ name: value.slice(0, colon).trim(), value: text });
};

const addData: Take = (draft, value) => {
  if (value.startsWith('@')) draft.isFileBody = true;
  else draft.pieces.push(value);
};

const addEncoded: Take = (draft, value) => {
  const encoded = encodePair(value);
  if (encoded === null) draft.isFileBody = true;
  else draft.pieces.push(encoded);
};

/** curl(1): `content`, `=content`, `name=content`; null for `@file` and `name@file`. */
function encodePair(value: string): string | null {
  const [, name = '', sign = '', content = ''] = /^([^=@]*)([=@]?)([\s\S]*)$/.exec(value) ?? [];
  if (sign === '@') return null;
  if (sign === '') return encodeOnce(name);
  return `${name === '' ? '' : `${name}=`}${encodeOnce(content)}`;
}

/** Percent-encodes all characters except the allowed ones; a lone surrogate becomes U+FFFD. */
function encodeOnce(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function addPart(draft: Draft, value: string, isLiteral: boolean): void {
  const [, name = '', rest = ''] = /^([^=]*)=?([\s\S]*)$/.exec(value) ?? [];
  const mediaType = /;type=([^;]+)/.exec(rest)?.[1]?.trim() ?? null;
  const isFile = !isLiteral && /^[@<]/.test(rest);
  const text = isLiteral
    ? rest
    : rest.replace(/^[@<]/, '').replace(/;(?:type|filename)=[^;]*/g, '');
  draft.parts.push({ name, value: text, isFile, mediaType });
}

/** Options with a value that affect the request, by their long names. */
const VALUES = new Map<string, Take>([
  ['request', (draft, value) => void (draft.method = value.toUpperCase())],
  ['url', (draft, value) => void draft.urls.push(value)],
  ['url-query', (draft, value) => void draft.queries.push(encodePair(value) ?? '')],
  ['header', addHeader],
  ['user', (draft, value) => void (draft.user = value)],
  ['cookie', (draft, value) => void (draft.cookies = value)],
  ['data', addData],
  ['data-ascii', addData],
  ['data-binary', addData],
  ['data-raw', (draft, value) => void draft.pieces.push(value)],
  ['data-urlencode', addEncoded],
  [
    'json',
    (draft, value) => {
      draft.isJson = true;
      addData(draft, value);
    },
  ],
  ['form', (draft, value) => addPart(draft, value, false)],
  ['form-string', (draft, value) => addPart(draft, value, true)],
  ['oauth2-bearer', (draft, value) => addHeader(draft, `Authorization: Bearer ${value}`)],
  ['upload-file', (draft) => void (draft.isUpload = true)],
]);

/** Options without a value that affect the request. */
const SWITCHES = new Map<string, (draft: Draft) => void>([
  ['get', (draft) => void (draft.isQueryData = true)],
  ['head', (draft) => void (draft.isHead = true)],
]);

/** Reads the words of a cURL command after the program's name: a request for each address. */
export function readCurlWords(words: readonly string[]): CurlRequests {
  const found: CurlRequests = { requests: [], unknown: [] };
  let start = 0;
  for (let index = 0; index <= words.length; index += 1) {
    const word = words[index];
    // After `--next` another request begins, which inherits only the global options.
    if (word !== undefined && word !== '--next' && word !== '-:') continue;
    const draft = readPart(words.slice(start, index));
    found.requests.push(...draft.urls.map((url) => finish(draft, url)));
    found.unknown.push(...draft.unknown);
    start = index + 1;
  }
  return found;
}

function readPart(words: readonly string[]): Draft {
  const draft: Draft = {
    method: null,
    urls: [],
    headers: [],
    user: null,
    cookies: null,
    pieces: [],
    parts: [],
    isQueryData: false,
    isHead: false,
    isUpload: false,
    isJson: false,
    isFileBody: false,
    queries: [],
    unknown: [],
  };
  for (let index = 0; index < words.length; index += 1) {
    index += readWord(draft, words[index] ?? '', words[index + 1] ?? '');
  }
  return draft;
}

/** Reads one word; returns how many words after it belong to it. */
function readWord(draft: Draft, word: string, next: string): number {
  if (word.startsWith('--')) {
    const [name, inline] = splitOnce(word.slice(2), '=');
    return takeOption(draft, name, inline, next);
  }
  // Redirections of output and input are not part of the request.
  if (/^(?:\d?>{1,2}|<{1,3}|\d?>&\d?)$/.test(word)) return 1;
  if (/^(?:\d?>|<)/.test(word)) return 0;
  if (!word.startsWith('-') || word === '-') {
    // The word after an unknown option may be its value.
    if (draft.unknown.length === 0 || /^https?:\/\//i.test(word)) draft.urls.push(word);
    return 0;
  }
  for (let at = 1; at < word.length; at += 1) {
    const name = SHORT_OPTIONS.get(word.charAt(at));
    if (name === undefined) continue;
    const rest = word.slice(at + 1);
    if (SWITCHES.has(name)) takeOption(draft, name, undefined, '');
    else return takeOption(draft, name, rest === '' ? undefined : rest, next);
  }
  return 0;
}

function takeOption(draft: Draft, name: string, inline: string | undefined, next: string): number {
  const turn = SWITCHES.get(name);
  if (turn) {
    turn(draft);
    return 0;
  }
  const take = VALUES.get(name);
  take?.(draft, inline ?? next);
  if (take || PASSED_OVER.has(name)) return inline === undefined ? 1 : 0;
  if (!KNOWN_SWITCHES.has(name.replace(/^no-/, '')) && !KNOWN_SWITCHES.has(name)) {
    draft.unknown.push(name);
  }
  return 0;
}

function finish(draft: Draft, address: string): WrittenRequest {
  const joined = draft.pieces.length > 0 ? draft.pieces.join(draft.isJson ? '' : '&') : null;
  const hasBody = joined !== null || draft.isFileBody;
  const isQuery = draft.isQueryData && joined !== null;
  const queries = [...draft.queries, ...(isQuery ? [joined] : [])].filter((text) => text !== '');
  const separator = address.includes('?') ? '&' : '?';
  const url = queries.length > 0 ? `${address}${separator}${queries.join('&')}` : address;
  return {
    method: draft.method ?? impliedMethod(draft, hasBody),
    url,
    headers: draft.isJson
      ? [
          { name: 'Content-Type', value: 'application/json' },
          ...draft.headers,
          { name: 'Accept', value: 'application/json' },
        ]
      : draft.headers,
    user: draft.user,
    cookies: draft.cookies,
    body: isQuery ? null : joined,
    isFileBody: draft.isUpload || (draft.isFileBody && joined === null),
    parts: draft.parts,
  };
}

function impliedMethod(draft: Draft, hasBody: boolean): string {
  if (draft.isHead) return 'HEAD';
  if (draft.isUpload) return 'PUT';
  return (hasBody && !draft.isQueryData) || draft.parts.length > 0 ? 'POST' : 'GET';
}

function splitOnce(text: string, separator: string): [string, string?] {
  const found = text.indexOf(separator);
  return found === -1 ? [text] : [text.slice(0, found), text.slice(found + 1)];
}
