import type { JsonValue } from '#app/runtime/definition.ts';

import { holdsSecret } from './blank-secrets.ts';
import { apiKey, basic, isSecretName, looksSecret, readAuthorization } from './credentials.ts';
import type { Credential } from './credentials.ts';
import { readQueryPairs } from './read-query-pairs.ts';
import type { WrittenRequest } from './written-request.ts';
import { readScalar } from './infer-schema.ts';
import { readJsonExample } from './json-example.ts';
import { MAX_PATH_ARGUMENTS, toPathShape } from './path-shape.ts';
import type { PathArgument } from './path-shape.ts';
import { hasPlaceholder, toPlaceholder } from './placeholders.ts';

/** A named value; without `value` if the command leaves it open, or if it may be a secret. */
export interface NamedValue {
  name: string;
  value?: JsonValue;
  /** Description for people. */
  description?: string;
  /** Only an option of the call: its value shows the type, and is not sent. */
  isUnused?: boolean;
}

export type CallBody =
  /** Without a value: unknown JSON. */
  | { kind: 'json'; mediaType: string; value?: JsonValue }
  | { kind: 'form'; fields: NamedValue[] }
  | { kind: 'multipart'; fields: (NamedValue & { mediaType: string | null; isFile: boolean })[] }
  | { kind: 'text' | 'file'; mediaType: string };

/** One command as a call of an operation. Contains no value of a secret. */
export interface CommandCall {
  method: string;
  /** Scheme and host, or null if the command leaves them open. */
  origin: string | null;
  template: string;
  path: PathArgument[];
  query: NamedValue[];
  headers: NamedValue[];
  accept: string | null;
  body: CallBody | null;
  credentials: Credential[];
  /** Cookies that are not part of the API. */
  droppedCookies: string[];
  summary: string | null;
}

/** Methods that OpenAPI has a key for. */
export const METHODS = /^(?:GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE)$/;

/** Headers that a browser or curl sends by itself. */
const OF_THE_CLIENT =
  /^(?:sec-.*|user-agent|accept-encoding|accept-language|origin|referer|connection|host|content-length|cache-control|pragma|dnt|priority|te|upgrade-insecure-requests|cookie|content-type|accept|authorization|x-requested-with|if-none-match|if-modified-since|traceparent)$/i;

/** Reads the operation that a command calls; null if its address is unreadable. */
export function toCommandCall(request: WrittenRequest, summary: string | null): CommandCall | null {
  const address = readAddress(request.url);
  if (address === null) return null;
  const { template, arguments: path } = toPathShape(address.path);
  if (path.length > MAX_PATH_ARGUMENTS) return null;
  const query = readPairs(address.query);
  const cookies = readCookies(request);
  const named = request.headers.filter(
    ({ name }) => !OF_THE_CLIENT.test(name) && !hasPlaceholder(name),
  );
  const isSecret = ({ name }: { name: string }) => isSecretName(name);
  const authorization = headerOf(request, 'authorization');
  const isBasic = request.user !== null || address.hasUser;
  return {
    method: request.method,
    origin: address.origin,
    template,
    path,
    query: query.filter((pair) => !isSecret(pair)).map(toNamedValue),
    headers: named.filter((header) => !isSecret(header)).map(toNamedText),
    accept: headerOf(request, 'accept'),
    body: readBody(request),
    credentials: [
      ...(authorization === null ? [] : [readAuthorization(authorization)]),
      ...(isBasic && authorization === null ? [basic()] : []),
      ...named.filter(isSecret).map(({ name }) => apiKey('header', name)),
      ...query.filter(isSecret).map(({ name }) => apiKey('query', name)),
      ...cookies.filter(isSecretName).map((name) => apiKey('cookie', name)),
    ],
    droppedCookies: cookies.filter((name) => !isSecretName(name)),
    summary,
  };
}

interface Address {
  origin: string | null;
  path: string;
  query: string;
  hasUser: boolean;
}

function readAddress(url: string): Address | null {
  const [, scheme, authority = '', rest = ''] =
    /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/?#]*)([^#]*)/i.exec(url) ?? [];
  if (scheme !== undefined && !/^https?$/i.test(scheme)) return null;
  const cut = rest.indexOf('?');
  const path = cut === -1 ? rest : rest.slice(0, cut);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const isLocal = /^(?:localhost|127\.|\[::1\])/.test(host);
  const isOpen = hasPlaceholder(host) || /[<{]/.test(host);
  // Without a scheme, only text that looks like a host is one.
  const isHost =
    scheme !== undefined || isLocal || isOpen || /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(host);
  const origin = `${scheme ?? (isLocal ? 'http' : 'https')}://${host}`;
  // Not `canParse`: for a host that is far too long it says yes, and then the constructor throws.
  const parsed = isOpen ? null : URL.parse(origin);
  if (!isHost || (!isOpen && parsed === null)) return null;
  return {
    origin: parsed?.origin ?? null,
    path: path === '' ? '/' : path,
    query: cut === -1 ? '' : rest.slice(cut + 1),
    hasUser: authority.includes('@'),
  };
}

/** The pairs of a query or form, without those whose name is open or looks like a secret. */
function readPairs(text: string): { name: string; value: string }[] {
  return readQueryPairs(text).filter(
    ({ name }) => name !== '' && !hasPlaceholder(name) && !looksSecret(name),
  );
}

export function toNamedValue(pair: { name: string; value: string }): NamedValue {
  return isExample(pair) ? { name: pair.name, value: readScalar(pair.value) } : { name: pair.name };
}

/** A header is always a text. */
function toNamedText(pair: { name: string; value: string }): NamedValue {
  return isExample(pair) ? { ...pair } : { name: pair.name };
}

/** Whether a value may be shown, saved and exported. */
export function isExample({ name, value }: { name: string; value: string }): boolean {
  if (isSecretName(name) || holdsSecret(value)) return false;
  // Nested JSON or forms are not inspected.
  if (/^\s*[{[]/.test(value) || value.split(/\s+/).some(isForm)) return false;
  return toPlaceholder(value) === null && !hasPlaceholder(value);
}

/** `a=1&b=2`; one pattern for both would look at a long word again from each of its pairs. */
function isForm(word: string): boolean {
  const first = word.search(/\w=/);
  return first !== -1 && /&\w/.test(word.slice(first + 2));
}

function readCookies({ cookies, headers }: WrittenRequest): string[] {
  const given = headers.filter(({ name }) => /^cookie$/i.test(name)).map(({ value }) => value);
  // Without a "=" it is the name of a file (curl(1), --cookie).
  return [cookies ?? '', ...given]
    .join(';')
    .split(';')
    .filter((pair) => pair.includes('='))
    .map((pair) => pair.slice(0, pair.indexOf('=')).trim())
    .filter((name) => name !== '' && !hasPlaceholder(name));
}

function readBody(request: WrittenRequest): CallBody | null {
  const stated = headerOf(request, 'content-type')?.split(';')[0]?.trim().toLowerCase() ?? null;
  const isJson = stated !== null && /[/+]json$/.test(stated);
  if (request.parts.length > 0) return readParts(request);
  if (request.isFileBody) {
    // The file's content is unknown, but JSON is not a file to a tool.
    if (isJson) return { kind: 'json', mediaType: stated };
    return { kind: 'file', mediaType: stated ?? 'application/octet-stream' };
  }
  const text = request.body;
  if (text === null || text === '') return null;
  const isForm = stated === null || stated === 'application/x-www-form-urlencoded';
  // JSON in `-d` without the header is still meant as JSON.
  if (isJson || (isForm && /^\s*[{[]/.test(text))) {
    const value = readJsonExample(text);
    const mediaType = isJson ? stated : 'application/json';
    return { kind: 'json', mediaType, ...(value === undefined ? {} : { value }) };
  }
  if (isForm) return { kind: 'form', fields: readPairs(text).map(toNamedValue) };
  // Unreadable content may contain a secret, so it is not an example.
  return { kind: 'text', mediaType: stated };
}

function readParts({ parts }: WrittenRequest): CallBody {
  const fields = parts
    .filter(({ name }) => name !== '' && !hasPlaceholder(name))
    .map(({ name, value, isFile, mediaType }) => ({
      ...(isFile ? { name } : toNamedValue({ name, value })),
      mediaType,
      isFile,
    }));
  return { kind: 'multipart', fields };
}

function headerOf({ headers }: WrittenRequest, wanted: string): string | null {
  return headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? null;
}
