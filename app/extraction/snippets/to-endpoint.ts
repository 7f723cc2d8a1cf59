import { toCommandCall } from '#app/blueprint/import/calls/command-call.ts';
import type { CommandCall, NamedValue } from '#app/blueprint/import/calls/command-call.ts';
import type { WrittenRequest } from '#app/blueprint/import/calls/written-request.ts';
import { markPlaceholder } from '#app/blueprint/import/calls/placeholders.ts';
import type {
  AuthSketch,
  EndpointSketch,
  ParameterSketch,
  ParameterPlace,
} from '#app/extraction/reading/sketch.ts';
import { isJsonObject, toText, valueOf } from '#app/runtime/json.ts';

import { readSample, sampleParameters } from './sample-parameters.ts';

/** An empty request. */
export function emptyRequest(method: string, url: string): WrittenRequest {
  return {
    method,
    url,
    headers: [],
    user: null,
    cookies: null,
    body: null,
    isFileBody: false,
    parts: [],
  };
}

/** The endpoint of a sample request; sample values become types, credentials a scheme. */
export function toEndpoint(request: WrittenRequest, title: string | null): EndpointSketch | null {
  const url = request.url.startsWith('/')
    ? `${markPlaceholder('base')}${request.url}`
    : request.url;
  const call = toCommandCall({ ...request, url: splitPlaces(url) }, null);
  if (call === null || !/^[A-Z]{3,10}$/.test(call.method)) return null;
  const body = readBody(call);
  const auth = readAuth(call, request);
  return {
    method: call.method === 'HEAD' ? 'GET' : call.method,
    url: `${call.origin ?? ''}${call.template}`,
    parameters: unique([
      ...call.path.map((each) =>
        toParameter(
          { name: each.name, ...(each.example === undefined ? {} : { value: each.example }) },
          'path',
        ),
      ),
      ...merge(call.query).map((each) => toParameter(each, 'query')),
      ...call.headers.map((each) => toHeader(each)),
      ...body.parameters,
    ]),
    ...(body.kind ? { body: body.kind } : {}),
    ...(title ? { title } : {}),
    ...(auth ? { auth } : {}),
  };
}

/** Converts `:id` and `%s` to `{…}` for the reader of addresses. */
function splitPlaces(url: string): string {
  return url.replace(/(?<=\/):([A-Za-z_]\w*)/g, '{$1}');
}

function toParameter({ name, value }: NamedValue, place: ParameterPlace): ParameterSketch {
  const isList = name.endsWith('[]');
  return {
    name: isList ? name.slice(0, -2) : name,
    in: place,
    ...(isList ? { type: 'array' as const, sentAs: name } : {}),
    ...(value === undefined || value === '' || isList ? {} : readSample(value)),
    ...(place === 'path' ? { required: true } : {}),
  };
}

/** A header other than a credential; a version header becomes a constant. */
function toHeader({ name, value }: NamedValue): ParameterSketch {
  const isFixed = value !== undefined && /version$/i.test(name);
  return { name, in: 'header', type: 'string', ...(isFixed ? { fixed: value } : {}) };
}

/** Merges repeated names into a list. */
function merge(pairs: readonly NamedValue[]): NamedValue[] {
  const merged = new Map<string, NamedValue>();
  for (const pair of pairs) {
    const known = merged.get(pair.name);
    merged.set(
      pair.name,
      known && pair.value !== undefined
        ? { name: pair.name, value: [known.value ?? pair.value, pair.value].flat() }
        : pair,
    );
  }
  return [...merged.values()];
}

function readBody({ body }: CommandCall): {
  kind?: 'json' | 'form' | 'multipart';
  parameters: ParameterSketch[];
} {
  if (body === null) return { parameters: [] };
  if (body.kind === 'json') {
    if (isJsonObject(body.value))
      return { kind: 'json', parameters: sampleParameters(body.value, 'body') };
    const whole = Array.isArray(body.value)
      ? [{ name: 'body', in: 'body' as const, ...readSample(body.value) }]
      : [];
    return { kind: 'json', parameters: whole };
  }
  if (body.kind === 'form')
    return {
      kind: 'form',
      parameters: merge(body.fields).map((each) => toParameter(each, 'body')),
    };
  if (body.kind !== 'multipart') return { parameters: [] };
  const parameters = body.fields.map((field) =>
    field.isFile
      ? { name: field.name, in: 'body' as const, type: 'string' as const, format: 'binary' }
      : toParameter(field, 'body'),
  );
  return { kind: 'multipart', parameters };
}

/** Authentication of the request. Cookies that a browser sent along are not credentials. */
function readAuth(
  { credentials }: CommandCall,
  { headers }: WrittenRequest,
): AuthSketch | undefined {
  const isBrowser = headers.some(({ name }) => /^(?:user-agent|sec-.*)$/i.test(name));
  for (const { scheme } of credentials) {
    const text = (key: string) => toText(valueOf(scheme, key) ?? '');
    const place = (['header', 'query', 'cookie'] as const).find((each) => each === text('in'));
    if (text('type') === 'http') return { kind: text('scheme') === 'basic' ? 'basic' : 'bearer' };
    if (place && !(place === 'cookie' && (isBrowser || credentials.length > 1))) {
      return { kind: 'apiKey', in: place, name: text('name') };
    }
  }
  return undefined;
}

function unique(parameters: readonly ParameterSketch[]): ParameterSketch[] {
  return [...new Map(parameters.map((each) => [`${each.in}/${each.name}`, each])).values()];
}
