import type {
  HttpAction,
  HttpConstant,
  HttpParameter,
  JsonObject,
  JsonValue,
} from '../definition.ts';
import { toText, valueOf } from '../json.ts';
import type { UpstreamRequest } from '../tool-context.ts';
import { ArgumentError } from './argument-error.ts';
import { isConnectionHeader } from './connection-header.ts';
import { isHeaderText } from './header-text.ts';
import { serializeBody } from './serialize-body.ts';
import { formPairs, serializeContent } from './serialize-content.ts';
import { serializeInline, serializePairs } from './serialize-style.ts';
import type { Pair } from './serialize-style.ts';

/** Prefers JSON, and accepts anything else. */
const DEFAULT_ACCEPT = 'application/json, */*;q=0.5';

/**
 * Builds the request that an http action describes from validated arguments (OpenAPI 3.2).
 *
 * @throws ArgumentError if a value cannot be sent as it is.
 */
export function buildRequest(action: HttpAction, args: JsonObject): UpstreamRequest {
  const body = serializeBody(action.body, args, constantsIn(action, 'body'));
  const headers = headersOf(action, args, body?.mediaType ?? null);
  return {
    method: action.method,
    path: pathOf(action, args) + queryOf(action, args),
    headers,
    ...(body === null ? {} : { body: body.content }),
    ...(action.security === undefined ? {} : { security: action.security }),
  };
}

function present(action: HttpAction, place: HttpParameter['in'], args: JsonObject) {
  return action.parameters.flatMap((parameter) => {
    const value = valueOf(args, parameter.argument);
    return parameter.in === place && value !== undefined ? [{ parameter, value }] : [];
  });
}

/** Constants of an action in one location. */
function constantsIn(action: HttpAction, place: HttpConstant['in']): HttpConstant[] {
  return action.constants?.filter((constant) => constant.in === place) ?? [];
}

function pathOf(action: HttpAction, args: JsonObject): string {
  const [template = ''] = action.path.split(/[?#]/);
  const values = new Map(
    present(action, 'path', args).map(({ parameter, value }) => [
      parameter.name,
      { argument: parameter.argument, text: inlineText(parameter, value) },
    ]),
  );
  return template
    .split('/')
    .map((segment) => fillSegment(segment, values))
    .join('/');
}

function fillSegment(
  segment: string,
  values: ReadonlyMap<string, { argument: string; text: string }>,
): string {
  let last = '';
  const filled = segment.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new ArgumentError(name, 'is required: it is part of the path');
    last = value.argument;
    return value.text;
  });
  // An empty segment would address the collection, a dotted one leave the path: URLs cannot carry either as a
  // name, not even percent-encoded.
  if (last !== '' && /^(?:\.|%2e){0,2}$/i.test(filled)) {
    throw new ArgumentError(last, 'is part of the path and must not be empty, "." or ".."');
  }
  return filled;
}

function inlineText(parameter: HttpParameter, value: JsonValue): string {
  const unescaped = parameter.allowReserved === true ? 'path' : 'none';
  if (parameter.mediaType !== undefined) {
    return serializeContent(parameter.mediaType, value, unescaped);
  }
  return serializeInline({ ...parameter, unescaped }, value);
}

function queryOf(action: HttpAction, args: JsonObject): string {
  const own = /\?([^#]*)/.exec(action.path)?.[1] ?? '';
  const pairs = present(action, 'query', args).flatMap(({ parameter, value }) =>
    queryPairs(parameter, value),
  );
  const whole = present(action, 'querystring', args).map(({ parameter, value }) =>
    serializeContent(parameter.mediaType ?? 'application/x-www-form-urlencoded', value, 'none'),
  );
  const chosen = [own, ...whole, ...pairs.map(writePair)].filter((part) => part !== '');
  const constants = constantsIn(action, 'query');
  const fixed = constants.flatMap(({ name, value }) => formPairs(name, value)).map(writePair);
  const parts = [...withoutNames(chosen, constants), ...fixed];
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** Query pairs from arguments, without the names of constants. */
function withoutNames(parts: string[], constants: HttpConstant[]): string[] {
  if (constants.length === 0) return parts;
  const names = new Set(constants.map(({ name }) => name));
  // One value may contain several pairs: a whole query, or unescaped reserved characters.
  return parts
    .flatMap((part) => part.split('&'))
    .filter((pair) => !names.has(decodeName(pair.split('=')[0] ?? '')));
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}

function queryPairs(parameter: HttpParameter, value: JsonValue): Pair[] {
  const unescaped = parameter.allowReserved === true ? 'query' : 'none';
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  if (parameter.allowEmptyValue === true && isEmpty) {
    return serializePairs({ ...parameter, unescaped }, '').map(([name]) => [name, null]);
  }
  if (parameter.mediaType !== undefined) {
    const [[name] = ['']] = serializePairs({ ...parameter, style: 'form', unescaped }, '');
    return [[name, serializeContent(parameter.mediaType, value, unescaped)]];
  }
  return serializePairs({ ...parameter, unescaped }, value);
}

function writePair([name, value]: Pair): string {
  return value === null ? name : `${name}=${value}`;
}

function headersOf(
  action: HttpAction,
  args: JsonObject,
  bodyType: string | null,
): [string, string][] {
  const headers: [string, string][] = [['Accept', action.response.accept ?? DEFAULT_ACCEPT]];
  for (const { parameter, value } of present(action, 'header', args)) {
    // Such a parameter is a mistake of the document.
    if (isConnectionHeader(parameter.name)) continue;
    const text =
      parameter.mediaType === undefined
        ? serializeInline({ ...parameter, unescaped: 'all' }, value)
        : serializeContent(parameter.mediaType, value, 'all');
    // RFC 6570, 2.3 and 3.2.1: a null and an empty list are undefined, and not written at all.
    if (text === '' && value !== '') continue;
    headers.push([parameter.name, requireHeaderText(parameter.argument, text)]);
  }
  const cookies = cookiesOf(action, args);
  if (cookies.length > 0) headers.push(['Cookie', cookies.map(writePair).join('; ')]);
  if (bodyType !== null) headers.push(['Content-Type', bodyType]);
  return withFixedHeaders(headers, action, bodyType);
}

/** Headers including constants, which take precedence over others of the same name. */
function withFixedHeaders(
  headers: [string, string][],
  action: HttpAction,
  bodyType: string | null,
): [string, string][] {
  const fixed = constantsIn(action, 'header').flatMap(({ name, value }): [string, string][] => {
    // The boundary of a multipart body is part of its type.
    const isMultipart = /^content-type$/i.test(name) && bodyType?.startsWith('multipart/') === true;
    if (isConnectionHeader(name) || isMultipart) return [];
    return [[name, requireHeaderText(name, toText(value))]];
  });
  const names = new Set(fixed.map(([name]) => name.toLowerCase()));
  return [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...fixed];
}

function cookiesOf(action: HttpAction, args: JsonObject): Pair[] {
  const constants = constantsIn(action, 'cookie');
  const names = new Set(constants.map(({ name }) => name));
  const chosen = present(action, 'cookie', args).flatMap(({ parameter, value }) =>
    cookiePairs(parameter, value),
  );
  const fixed = constants.flatMap(({ name, value }) => formPairs(name, value));
  return [...chosen.filter(([name]) => !names.has(decodeName(name))), ...fixed];
}

/** A header's text, which OpenAPI 3.2 leaves unencoded, so it must be safe as it is. */
function requireHeaderText(argument: string, text: string): string {
  if (isHeaderText(text)) return text;
  throw new ArgumentError(
    argument,
    'is sent in a header and must not contain line breaks, control characters or characters beyond ASCII',
  );
}

function cookiePairs(parameter: HttpParameter, value: JsonValue): Pair[] {
  if (parameter.mediaType !== undefined) {
    return [[parameter.name, serializeContent(parameter.mediaType, value, 'none')]];
  }
  const unescaped = parameter.style === 'cookie' ? 'all' : 'none';
  const pairs = serializePairs({ ...parameter, unescaped }, value);
  for (const pair of pairs) {
    // RFC 6265, cookie-octet and the comma: anything else would end this cookie or begin another.
    if (!/^[\x21\x23-\x3A\x3C-\x5B\x5D-\x7E]*$/.test(writePair(pair))) {
      const expectation =
        'is sent in a cookie and must not contain spaces, quotes, backslashes or semicolons';
      throw new ArgumentError(parameter.argument, expectation);
    }
  }
  return pairs;
}
