import { holdsSecret } from '#app/blueprint/import/calls/blank-secrets.ts';
import { isExample } from '#app/blueprint/import/calls/command-call.ts';
import { readScalar } from '#app/blueprint/import/calls/infer-schema.ts';
import { toPathArgumentName } from '#app/blueprint/import/calls/path-shape.ts';
import { hasPlaceholder, markPlaceholder } from '#app/blueprint/import/calls/placeholders.ts';
import { readQueryPairs } from '#app/blueprint/import/calls/read-query-pairs.ts';
import { isObject, own } from '#app/blueprint/import/json-object.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { isName, pairsAt, toPlainText, toTableLine } from './pairs.ts';
import type { TableLine } from './pairs.ts';
import type { Variables } from './variables.ts';

/** Characters of an address: none that is longer is called. */
const MAX_ADDRESS = 8_000;

/** User and password before a host, whose variables may have an @ in their names. */
const USER_INFO = /^(?:\{\{[^{}]*\}\}|[^{]|\{(?!\{))*@/;

/** An address of a request: filled in, without its query. */
export interface SavedUrl {
  /** With placeholders for what is open. */
  address: string;
  /** Unresolved part of scheme and host, as written: `{{baseUrl}}`; null if there is none. */
  openHost: string | null;
  /** A variable held an address with a query, which was left out: more of the path follows it. */
  hasLostQuery: boolean;
  query: TableLine[];
  /** Examples and descriptions of the arguments in its path, by their names. */
  path: Map<string, { example?: JsonValue; description?: string }>;
}

/** Reads the address of a request, a text or Postman's parts of one; null where it is too long. */
export function readUrl(url: JsonValue | undefined, variables: Variables): SavedUrl | null {
  const parts = isObject(url) ? url : {};
  const raw = (
    isObject(url) ? toPlainText(own(parts, 'raw')) || joinParts(parts) : toPlainText(url)
  ).trim();
  if (raw.length > MAX_ADDRESS) return null;
  const [text = ''] = raw.split('#', 1);
  const cut = text.indexOf('?');
  const address = cut === -1 ? text : text.slice(0, cut);
  const [, scheme, host = '', path = ''] =
    /^(?:([a-z][a-z\d+.-]*|\{\{[^{}]*\}\}):\/\/)?((?:\{\{[^{}]*\}\}|[^/{]|\{(?!\{))*)(.*)$/is.exec(
      address,
    ) ?? [];
  const filledOrigin = fillOrigin(scheme, host, variables);
  const [origin = ''] = filledOrigin.split(/[?#]/, 1);
  const args: SavedUrl['path'] = new Map();
  const filled = path
    .split('/')
    .map((segment) => fillSegment(segment, variables, args))
    .join('/');
  describePath(parts, variables, args);
  return {
    address: `${origin}${filled}`,
    openHost: hasPlaceholder(originOf(origin)) ? host.replace(USER_INFO, '') : null,
    hasLostQuery: origin !== filledOrigin,
    query: Array.isArray(own(parts, 'query'))
      ? pairsAt(parts, 'query')
      : readQuery(cut === -1 ? '' : text.slice(cut + 1)),
    path: args,
  };
}

/** The address of parts that came without the whole of it. */
function joinParts(parts: JsonObject): string {
  const list = (key: string, by: string) => {
    const value = own(parts, key);
    if (!Array.isArray(value)) return toPlainText(value);
    return value
      .map((each) => (isObject(each) ? toPlainText(own(each, 'value')) : toPlainText(each)))
      .join(by);
  };
  const protocol = toPlainText(own(parts, 'protocol'));
  const port = toPlainText(own(parts, 'port'));
  const scheme = protocol === '' ? '' : `${protocol}://`;
  const path = list('path', '/').replace(/^\/*/, '/');
  return `${scheme}${list('host', '.')}${port === '' ? '' : `:${port}`}${path}`;
}

/** Scheme and host, as far as they are known; a variable may hold both, and the path's beginning. */
function fillOrigin(scheme: string | undefined, host: string, variables: Variables): string {
  const filledHost = variables.fill(host).slice(0, MAX_ADDRESS).replace(/\/+$/, '');
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(filledHost)) return filledHost;
  const filledScheme = variables.fill(scheme ?? '');
  return /^[a-z][a-z\d+.-]*$/i.test(filledScheme) ? `${filledScheme}://${filledHost}` : filledHost;
}

function originOf(address: string): string {
  return /^(?:[a-z][a-z\d+.-]*:\/\/)?[^/]*/i.exec(address)?.[0] ?? '';
}

function fillSegment(segment: string, variables: Variables, args: SavedUrl['path']): string {
  const id = variables.readId(segment);
  if (id === null) {
    const filled = variables.fill(segment);
    return holdsSecret(filled)
      ? markPlaceholder('value')
      : filled.replace(/\s/g, encodeURIComponent);
  }
  if (isExample(id)) args.set(toPathArgumentName(id.name), { example: readScalar(id.value) });
  return markPlaceholder(id.name);
}

/** Entry for `:id` in the table of path variables. */
function describePath(parts: JsonObject, variables: Variables, args: SavedUrl['path']): void {
  for (const { name, value, description } of pairsAt(parts, 'variable')) {
    const filled = variables.fill(value);
    const hasExample = filled !== '' && isExample({ name, value: filled });
    args.set(toPathArgumentName(name), {
      ...(hasExample ? { example: readScalar(filled) } : {}),
      ...(description === '' ? {} : { description }),
    });
  }
}

function readQuery(text: string): TableLine[] {
  return readQueryPairs(text).flatMap(({ name, value }) =>
    isName(name) ? [toTableLine(name, value)] : [],
  );
}
