import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { isObject } from '#app/blueprint/import/json-object.ts';
import { apiKey, basic, isSecretName, readAuthorization } from './credentials.ts';
import type { Credential } from './credentials.ts';
import type { CurlRequest } from './curl-request.ts';
import { readScalar } from './infer-schema.ts';
import { hasPlaceholder, quotePlaceholders, toPlaceholder } from './placeholders.ts';
import { toPathTemplate } from './path-template.ts';
import type { PathArgument } from './path-template.ts';

/** A value under a name; no value where the command leaves it open. */
export interface NamedValue {
  name: string;
  value?: JsonValue;
}

export type CallBody =
  | { kind: 'json'; mediaType: string; value: JsonValue }
  | { kind: 'form'; fields: NamedValue[] }
  | { kind: 'multipart'; fields: (NamedValue & { mediaType: string | null; isFile: boolean })[] }
  | { kind: 'text' | 'file'; mediaType: string };

/** One command, told as the operation that it is a call of. Holds no value of a secret. */
export interface CommandCall {
  method: string;
  /** Scheme and host, or null where the command leaves them open. */
  origin: string | null;
  template: string;
  path: PathArgument[];
  query: NamedValue[];
  headers: NamedValue[];
  accept: string | null;
  body: CallBody | null;
  credentials: Credential[];
  /** Cookies that say nothing of the API. */
  droppedCookies: string[];
  summary: string | null;
}

/** What a browser or curl sends by itself. */
const OF_THE_CLIENT =
  /^(?:sec-.*|user-agent|accept-encoding|accept-language|origin|referer|connection|host|content-length|cache-control|pragma|dnt|priority|te|upgrade-insecure-requests|cookie|content-type|accept|authorization|x-requested-with|if-none-match|if-modified-since|traceparent)$/i;

/** Tells what operation a command calls; null where its address cannot be read. */
export function toCommandCall(request: CurlRequest, summary: string | null): CommandCall | null {
  const address = readAddress(request.url);
  if (address === null) return null;
  const { template, arguments: path } = toPathTemplate(address.path);
  const query = readPairs(address.query);
  const cookies = readCookies(request);
  const isSecret = ({ name }: NamedValue) => isSecretName(name);
  const named = request.headers.filter(({ name }) => !OF_THE_CLIENT.test(name));
  const authorization = headerOf(request, 'authorization');
  const isBasic = request.user !== null || address.hasUser;
  return {
    method: request.method,
    origin: address.origin,
    template,
    path,
    query: query.filter((pair) => !isSecret(pair)),
    headers: named.filter((header) => !isSecret(header)).map(toNamedValue),
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
  const origin = `${scheme ?? (isLocal ? 'http' : 'https')}://${host}`;
  const isOpen = hasPlaceholder(host) || /[<{]/.test(host);
  if (!isOpen && (host === '' || !URL.canParse(origin))) return null;
  return {
    origin: isOpen ? null : new URL(origin).origin,
    path: path === '' ? '/' : path,
    query: cut === -1 ? '' : rest.slice(cut + 1),
    hasUser: authority.includes('@'),
  };
}

function readPairs(text: string): NamedValue[] {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const cut = pair.indexOf('=');
      const value = cut === -1 ? '' : pair.slice(cut + 1);
      return toNamedValue({
        name: decode(cut === -1 ? pair : pair.slice(0, cut)),
        value: decode(value),
      });
    })
    .filter(({ name }) => name !== '');
}

function toNamedValue({ name, value }: { name: string; value: string }): NamedValue {
  return toPlaceholder(value) !== null || hasPlaceholder(value)
    ? { name }
    : { name, value: readScalar(value) };
}

function readCookies({ cookies, headers }: CurlRequest): string[] {
  const given = headers.filter(({ name }) => /^cookie$/i.test(name)).map(({ value }) => value);
  // Without a "=" it is the name of a file (curl(1), --cookie).
  return [cookies ?? '', ...given]
    .join(';')
    .split(';')
    .filter((pair) => pair.includes('='))
    .map((pair) => pair.slice(0, pair.indexOf('=')).trim());
}

function readBody(request: CurlRequest): CallBody | null {
  const stated = headerOf(request, 'content-type')?.split(';')[0]?.trim().toLowerCase() ?? null;
  if (request.parts.length > 0) {
    const fields = request.parts.map(({ name, value, isFile, mediaType }) => ({
      ...(isFile || isSecretName(name) ? { name } : toNamedValue({ name, value })),
      mediaType,
      isFile,
    }));
    return { kind: 'multipart', fields };
  }
  if (request.isFileBody) {
    return { kind: 'file', mediaType: stated ?? 'application/octet-stream' };
  }
  if (request.body === null || request.body === '') return null;
  const json = parseJson(request.body);
  const isForm = stated === null || stated === 'application/x-www-form-urlencoded';
  const isJson = stated === null || /[/+]json$/.test(stated);
  // Who writes JSON into `-d` and forgets the header means JSON.
  if (json !== undefined && (isJson || (isForm && isContainer(json)))) {
    const mediaType = stated !== null && isJson ? stated : 'application/json';
    return { kind: 'json', mediaType, value: withoutSecrets(json) };
  }
  if (isForm) {
    const fields = readPairs(request.body.replaceAll('+', ' '));
    return {
      kind: 'form',
      fields: fields.map(({ name, ...rest }) =>
        isSecretName(name) ? { name } : { name, ...rest },
      ),
    };
  }
  // What cannot be read may hold a secret, so it is no example.
  return { kind: 'text', mediaType: stated };
}

function isContainer(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null;
}

function parseJson(text: string): JsonValue | undefined {
  for (const candidate of [text, quotePlaceholders(text)]) {
    try {
      return JSON.parse(candidate) as JsonValue;
    } catch {
      // The next one may be JSON.
    }
  }
  return undefined;
}

/** Values of passwords and the like become empty: an example is shown, saved and exported. */
function withoutSecrets(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  const kept: JsonObject = {};
  for (const [name, each] of Object.entries(value)) {
    kept[name] = isSecretName(name) && typeof each === 'string' ? '' : withoutSecrets(each);
  }
  return kept;
}

function headerOf({ headers }: CurlRequest, wanted: string): string | null {
  return headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
