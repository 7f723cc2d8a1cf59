import type { RequestPart, WrittenRequest } from '#app/blueprint/import/calls/written-request.ts';
import { markPlaceholder } from '#app/blueprint/import/calls/placeholders.ts';
import type { EndpointSketch } from '#app/extraction/reading/sketch.ts';
import { isJsonObject, parseJson, toText } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

import { findBraces } from './find-braces.ts';
import type { Found, Span } from './found.ts';
import { emptyRequest, toEndpoint } from './to-endpoint.ts';

const MAX_REQUESTS = 500;

/** Reads requests saved as JSON: Postman collections and folders, HAR. */
export function readSavedRequests(text: string): Found {
  const endpoints: Found['endpoints'] = [];
  const spans: Span[] = [];
  for (const [start, end] of findBraces(text)) {
    const source = text.slice(start, end);
    if (!/"(?:item|request|entries)"\s*:/.test(source)) continue;
    const sketches = new SavedRequests(parse(source)).read();
    endpoints.push(
      ...sketches.map((sketch, index) => ({ at: start + index / MAX_REQUESTS, sketch })),
    );
    if (sketches.length > 0) spans.push([start, end]);
  }
  return { endpoints, spans };
}

function parse(source: string): JsonObject {
  try {
    const value = parseJson(source);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

class SavedRequests {
  readonly #root: JsonObject;
  readonly #variables = new Map<string, string>();
  readonly #endpoints: EndpointSketch[] = [];

  constructor(root: JsonObject) {
    this.#root = root;
    for (const variable of listOf(root, 'variable')) {
      this.#variables.set(
        textOf(variable, 'key') || textOf(variable, 'id'),
        textOf(variable, 'value'),
      );
    }
  }

  read(): EndpointSketch[] {
    const collection = isJsonObject(this.#root['collection'])
      ? this.#root['collection']
      : this.#root;
    this.#readItem(collection, collection, 0);
    const log = isJsonObject(this.#root['log']) ? this.#root['log'] : {};
    for (const entry of listOf(log, 'entries')) this.#readEntry(entry);
    const seen = new Set<string>();
    return this.#endpoints
      .filter(({ method, url }) => !seen.has(`${method} ${url}`) && seen.add(`${method} ${url}`))
      .slice(0, MAX_REQUESTS);
  }

  /** A Postman item: a request, or a folder of items that share its credentials. */
  #readItem(item: JsonObject, parent: JsonObject, depth: number): void {
    if (depth > 20 || this.#endpoints.length > MAX_REQUESTS) return;
    const auth = isJsonObject(item['auth']) ? item['auth'] : parent['auth'];
    for (const each of listOf(item, 'item'))
      this.#readItem(each, auth === undefined ? {} : { auth }, depth + 1);
    const given = item['request'];
    const request = typeof given === 'string' ? { method: 'GET', url: given } : given;
    if (!isJsonObject(request)) return;
    const name = textOf(item, 'name');
    const sketch = toEndpoint(
      this.#toRequest(request, auth),
      /^(?:https?:|\/|\{\{|$)/.test(name) ? null : name,
    );
    const described = isJsonObject(request['description'])
      ? textOf(request['description'], 'content')
      : textOf(request, 'description');
    if (sketch)
      this.#endpoints.push({
        ...sketch,
        ...(described === '' ? {} : { description: described.slice(0, 500) }),
      });
  }

  #toRequest(request: JsonObject, inherited: JsonValue | undefined): WrittenRequest {
    const url = request['url'];
    const made = emptyRequest(
      textOf(request, 'method').toUpperCase() || 'GET',
      this.#fill(this.#addressOf(url ?? '')),
    );
    made.headers = this.#pairs(request, 'header');
    const auth = isJsonObject(request['auth']) ? request['auth'] : inherited;
    this.#takeAuth(made, isJsonObject(auth) ? auth : {});
    const body = isJsonObject(request['body']) ? request['body'] : {};
    const mode = textOf(body, 'mode');
    if (mode === 'raw') made.body = this.#fill(textOf(body, 'raw')).trim() || null;
    if (mode === 'urlencoded')
      made.body = this.#pairs(body, 'urlencoded')
        .map(
          ({ name, value }) =>
            `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`,
        )
        .join('&');
    if (mode === 'formdata')
      made.parts = listOf(body, 'formdata')
        .filter((part) => part['disabled'] !== true)
        .map((part) => this.#toPart(part));
    return made;
  }

  #toPart(part: JsonObject): RequestPart {
    return {
      name: textOf(part, 'key'),
      value: this.#fill(textOf(part, 'value')),
      isFile: textOf(part, 'type') === 'file',
      mediaType: null,
    };
  }

  #addressOf(url: JsonValue): string {
    if (typeof url === 'string') return url;
    if (!isJsonObject(url)) return '';
    const raw = textOf(url, 'raw');
    if (raw !== '') return raw;
    const list = (key: string) =>
      (Array.isArray(url[key]) ? url[key] : []).map((each) =>
        isJsonObject(each) ? textOf(each, 'value') : toText(each),
      );
    const query = listOf(url, 'query')
      .map((each) => `${textOf(each, 'key')}=${textOf(each, 'value')}`)
      .join('&');
    const host = list('host').join('.');
    const scheme = host.startsWith('{{') ? '' : `${textOf(url, 'protocol') || 'https'}://`;
    return `${scheme}${host}/${list('path').join('/')}${query === '' ? '' : `?${query}`}`;
  }

  #takeAuth(request: WrittenRequest, auth: JsonObject): void {
    const kind = textOf(auth, 'type');
    if (kind === 'basic') request.user = ':';
    if (kind === 'bearer' || kind === 'oauth2')
      request.headers.push({ name: 'Authorization', value: 'Bearer' });
    if (kind !== 'apikey') return;
    const settings = new Map(
      listOf(auth, 'apikey').map((each) => [textOf(each, 'key'), textOf(each, 'value')]),
    );
    const name = settings.get('key') ?? 'X-API-Key';
    if (settings.get('in') === 'query')
      request.url += `${request.url.includes('?') ? '&' : '?'}${name}=`;
    else request.headers.push({ name, value: 'key' });
  }

  /** A HAR entry: requests of the page's script, not its images and styles. */
  #readEntry(entry: JsonObject): void {
    const request = isJsonObject(entry['request']) ? entry['request'] : {};
    const response = isJsonObject(entry['response']) ? entry['response'] : {};
    const content = isJsonObject(response['content']) ? response['content'] : {};
    const kind = textOf(entry, '_resourceType');
    const isData = /json/.test(textOf(content, 'mimeType')) || /^(?:xhr|fetch)$/.test(kind);
    if (!isData || textOf(request, 'method') === 'OPTIONS') return;
    const made = emptyRequest(textOf(request, 'method'), textOf(request, 'url'));
    made.headers = listOf(request, 'headers')
      .map((each) => ({ name: textOf(each, 'name'), value: textOf(each, 'value') }))
      .filter(({ name }) => !name.startsWith(':'));
    const posted = isJsonObject(request['postData']) ? request['postData'] : {};
    made.body = textOf(posted, 'text') || null;
    this.#push(made, null);
  }

  #push(request: WrittenRequest, title: string | null): void {
    const sketch = toEndpoint(request, title);
    if (sketch) this.#endpoints.push(sketch);
  }

  #pairs(object: JsonObject, key: string): { name: string; value: string }[] {
    return listOf(object, key)
      .filter((each) => each['disabled'] !== true)
      .map((each) => ({ name: textOf(each, 'key'), value: this.#fill(textOf(each, 'value')) }));
  }

  #fill(text: string, depth = 0): string {
    return text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_all, name: string) => {
      const value = this.#variables.get(name);
      return !value || depth > 5 ? markPlaceholder(name) : this.#fill(value, depth + 1);
    });
  }
}

function textOf(object: JsonObject, key: string): string {
  const value = object[key];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function listOf(object: JsonObject, key: string): JsonObject[] {
  const value = object[key];
  return Array.isArray(value) ? value.filter((each) => isJsonObject(each)) : [];
}
