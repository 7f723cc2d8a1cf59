import type { WrittenRequest } from '#app/blueprint/import/calls/written-request.ts';
import { toSingular } from '#app/blueprint/words.ts';
import type { EndpointSketch } from '#app/extraction/reading/sketch.ts';

import { readCode } from './code-reader.ts';
import { CodeValues } from './code-values.ts';
import { lineEnd, lineStart } from './found.ts';
import type { Found, Span } from './found.ts';
import { PROSE } from './leftover-code.ts';
import { readGroups } from './read-groups.ts';
import { scanHeaders } from './scan-headers.ts';
import { emptyRequest, toEndpoint } from './to-endpoint.ts';

/** A quoted address, a path after a variable: `"https://…`, `base + "/x`, `"#{host}/x`. */
const ADDRESS =
  /(?<![\w.$])(?:[\w$]+(?:(?:\.|->)\w+)*[ \t]*[+.][ \t]*["'`](?=\/)|[fFrR$@]{0,2}(?:"""|'''|["'`])(?=https?:\/\/|(?:[#$]\{?|\\\(|\{)\$?[\w.@]+[})]?\/))|(?=https?:)(?<=-Uri[ \t]{1,20})/g;
/** Names of functions and classes that send requests, in the libraries of any language. */
const CLIENT =
  /(?<!\/\/[\w.-]{0,80})\b\w*(?:[Hh]ttp|HTTP|[Rr]equest|[Cc]lient|[Cc]url|CURL|URI|Uri|[Rr]est|[Cc]onn|[Ff]araday|URLSession|fetch|Dio|dio|LWP|AF)\w*(?:::|[.(\\]|->|-RestMethod|-WebRequest)|\bInvoke-|\birm\b|\.(?:get|post|put|patch|delete|open)\w*\(/;
const VERBS = '(GET|POST|PUT|PATCH|DELETE)';
/** Notations of a statement's method, the most reliable first. */
const METHODS: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:-Method[ \t]+|method\w*["']?\]?\s*(?:[:=(,]|=>)\s*(?:[\w.]*\.)?["':]?|CUSTOMREQUEST\s*(?:,|=>)\s*["'])${VERBS}\b`,
    'i',
  ),
  new RegExp(`["']${VERBS}["']`),
  new RegExp(String.raw`(?:HTTP|Http|Method|HttpMethod)(?:::|\.)?${VERBS}\b`, 'i'),
  new RegExp(
    String.raw`(?:\.|->)${VERBS}(?:Async|AsJsonAsync)?!?\s*[({](?!\s*["'][\w-]+["'])`,
    'i',
  ),
];
const SENDS = /CURLOPT_POST\b|setDoOutput/;
const MAX_ADDRESSES = 100;
const MAX_WINDOW = 12_000;

/**
 * Reads requests built in statements of any language: an address with a method, headers and values nearby.
 */
export function readRequestStatements(text: string, known: readonly string[]): Found {
  const found: Found = { endpoints: [], spans: [] };
  if (text.search(ADDRESS) === -1) return found;
  const values = new CodeValues(text);
  const addresses = findAddresses(text, values);
  const spans: Span[] = [];
  for (const [index, { at, url }] of addresses.entries()) {
    const previous = spans.at(-1)?.[1] ?? 0;
    const [start, end] = windowOf(text, at, previous, addresses[index + 1]?.at ?? Infinity);
    const code = text.slice(start, end);
    if (!CLIENT.test(code)) continue;
    // The address of a client whose calls were read.
    const isBase = known.some((each) => each.startsWith(url.replace(/\/?$/, '/')));
    const sketch = isBase ? null : readWindow(code, url, at - start);
    if (!sketch && !isBase) continue;
    if (sketch) found.endpoints.push({ at, sketch });
    spans.push([start, end]);
  }
  return { ...found, spans };
}

/** Addresses of the text; a prefix of others is their base. */
function findAddresses(text: string, values: CodeValues): { at: number; url: string }[] {
  const found: { at: number; url: string }[] = [];
  let after = 0;
  for (const match of text.matchAll(ADDRESS)) {
    if (match.index < after || found.length >= MAX_ADDRESSES) continue;
    const format = /[\w.]*(?:[sS]printf|format)!?\(\s*$/.exec(
      text.slice(Math.max(0, match.index - 40), match.index),
    );
    const at = match.index - (format?.[0].length ?? 0);
    const read = match[0] === '' ? null : readCode(text, at);
    const whole = read ? values.toText(read.code, at) : null;
    const written =
      whole !== null && /^(?:https?:|\uE000[^\uE001]*\uE001\/)/.test(whole)
        ? whole
        : /https?:[^\s"'`<>]+/.exec(text.slice(at, at + 2_000))?.[0];
    after = read?.end ?? match.index + 1;
    const url = written
      ?.replace(/\((\w+(?:\.\w+)*)\)/g, '{$1}')
      .replace(
        /\/([\w-]+)\/\{\}/g,
        (_all, segment: string) => `/${segment}/{${toSingular(segment)}_id}`,
      )
      .replace(/\$\{?([A-Za-z_]\w*)\}?/g, '{$1}');
    if (url) found.push({ at: match.index, url });
  }
  const isAssigned = (at: number) =>
    /(?:=|\bbase\w*["']?\s*(?:=>|[:=,(]))\s*(?:new\s+)?(?:\w+\()?$/i.test(
      text.slice(lineStart(text, at), at),
    );
  return found.filter(
    ({ at, url }) =>
      !isAssigned(at) ||
      !found.some((other) => other.url !== url && other.url.startsWith(url.replace(/\/?$/, '/'))),
  );
}

/** The lines of code around an address, up to a sentence or the statements of another address. */
function windowOf(text: string, at: number, previous: number, next: number): Span {
  let start = lineStart(text, at);
  while (start > previous && at - start < MAX_WINDOW) {
    const above = lineStart(text, start - 1);
    if (above < previous || !isCode(text.slice(above, start - 1))) break;
    start = above;
  }
  let end = lineEnd(text, at);
  while (end < text.length && end - at < MAX_WINDOW) {
    const below = lineEnd(text, end + 1);
    if (below >= next || !isCode(text.slice(end + 1, below))) break;
    end = below;
  }
  // Code directly above the next address belongs to it.
  const gap = next < text.length ? text.slice(at, end).lastIndexOf('\n\n') : -1;
  return [start, gap > 0 && lineEnd(text, at) <= at + gap ? at + gap : end];
}

function isCode(line: string): boolean {
  const bare = line.replace(/(["'`])(?:(?!\1).)*\1/g, '""').replace(/(?:\/\/|#).*$/, '');
  return (
    !PROSE.test(bare) &&
    (line.trim() === '' || /[({[=;)\]}]|^\s*(?:[.+-]|end\b)|"",?\s*$/.test(line))
  );
}

function readWindow(written: string, url: string, at: number): EndpointSketch | null {
  const code = written.replaceAll('\\"', '"');
  const { headers, hasUser } = scanHeaders(code);
  const groups = readGroups(code);
  const others = `${written.slice(0, at)} ${written.slice(at).replace(/https?:[^"'`]*/, '')}`;
  const stated = METHODS.map((pattern) => pattern.exec(others)?.[1]).find(
    (each) => each !== undefined,
  );
  const body = Object.fromEntries(groups.body);
  const hasBody = groups.body.length > 0;
  const method = (stated ?? (hasBody || SENDS.test(code) ? 'POST' : 'GET')).toUpperCase();
  const query = groups.query.map((name) => `${name}=`).join('&');
  const request: WrittenRequest = {
    ...emptyRequest(method, query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`),
    headers: headers.filter(({ name }) => !/^content-type$/i.test(name)),
    user: hasUser || groups.hasUser ? ':' : null,
    body: hasBody && method !== 'GET' ? JSON.stringify(body) : null,
  };
  const sketch = toEndpoint(request, null);
  return sketch && groups.isForm && sketch.body === 'json' ? { ...sketch, body: 'form' } : sketch;
}
