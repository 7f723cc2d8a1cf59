import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { isObject, listAt, objectAt, own, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import { readVisibleText, textAt } from '#app/blueprint/import/text/read-text.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

/** Base URL until one is given: a reserved domain without an API. */
const PLACEHOLDER = 'https://api.example.com';

/** A server that requests can be sent to. */
export interface ServerAddress {
  /** Absolute, without query, fragment and trailing slash. */
  baseUrl: string;
  host: string;
  title: string;
}

/** Parts of an import that name servers. */
type ServerRun = Pick<ImportRun, 'root' | 'dialect' | 'url' | 'warnings'>;

/** The servers of the whole document; the first one is called. Never empty. */
export function readServers(run: ServerRun): ServerAddress[] {
  const servers = run.dialect === '2.0' ? swaggerServers(run) : listedServers(run, run.root, null);
  const isReal = ({ baseUrl }: ServerAddress) => !isPlaceholder(baseUrl);
  const real = servers.filter(isReal);
  if (real.length > 0) return [...real, ...servers.filter((server) => !isReal(server))];
  if (servers.length > 0) return servers;
  const key = run.dialect === '2.0' ? 'host' : 'servers';
  const origin = originOf(run.url);
  if (origin === null) {
    run.warnings.add(
      'server',
      at(null, key),
      `The document names no server; ${PLACEHOLDER} stands in its place. Set the base URL before calling.`,
    );
  }
  const base = `${origin ?? PLACEHOLDER}`;
  return [{ baseUrl: base, host: new URL(base).host, title: '' }];
}

/** Whether an address stands for one that a document does not give. */
export function isPlaceholder(baseUrl: string): boolean {
  return `${baseUrl}/`.startsWith(`${PLACEHOLDER}/`);
}

/** The servers that a document, path item or operation lists. */
export function listedServers(run: ServerRun, holder: JsonObject, place: Place): ServerAddress[] {
  const list = own(holder, 'servers');
  const listPlace = at(place, 'servers');
  if (list !== undefined && list !== null && !Array.isArray(list)) {
    run.warnings.add('server', listPlace, 'Servers must be a list; they were left out.');
  }
  return listAt(holder, 'servers').flatMap((server, index) => {
    const serverPlace = at(listPlace, index);
    const url = isObject(server) ? stringAt(server, 'url') : null;
    if (!isObject(server) || url === null) {
      run.warnings.add('server', serverPlace, 'A server must have a URL; it was left out.');
      return [];
    }
    const filled = fillVariables(run, url, server, serverPlace);
    const baseUrl = toBaseUrl(run, filled, at(serverPlace, 'url'));
    if (baseUrl === null) return [];
    const title =
      textAt(server, 'description', serverPlace, run.warnings) ||
      textAt(server, 'name', serverPlace, run.warnings);
    return [{ baseUrl, host: new URL(baseUrl).host, title }];
  });
}

/** Inserts each variable's default into the address, and notes the alternatives. */
function fillVariables(run: ServerRun, url: string, server: JsonObject, place: Place): string {
  const variables = objectAt(server, 'variables');
  return url.replace(/\{([^{}]*)\}/g, (_whole, name: string) => {
    const variable = variables && objectAt(variables, name);
    const choices = variable
      ? listAt(variable, 'enum').filter((choice) => typeof choice === 'string')
      : [];
    const variablePlace = at(place, 'variables', name);
    const fallback = variable
      ? readVisibleText(own(variable, 'default'), variablePlace, 'default', run.warnings)
      : null;
    const value = fallback || (choices[0] ?? '');
    const said = `"${toVisible(name)}"`;
    if (value === '' && fallback !== '') {
      run.warnings.add(
        'server',
        variablePlace,
        `The server variable ${said} has no default; its name stands in the base URL. Set the base URL before calling.`,
      );
      return name.replace(/[^A-Za-z0-9-]/g, '-');
    }
    const others = choices
      .filter((choice) => choice !== value)
      .slice(0, 10)
      .map(toVisible);
    const rest = others.length > 0 ? ` (others: ${others.join(', ')})` : '';
    run.warnings.add(
      'server variable',
      variablePlace,
      `The server variable ${said} is fixed to "${toVisible(value)}"${rest}; edit the base URL to change it.`,
    );
    return value;
  });
}

function swaggerServers(run: ServerRun): ServerAddress[] {
  const { root } = run;
  const basePath = readVisibleText(own(root, 'basePath'), null, 'basePath', run.warnings) ?? '';
  const host = (stringAt(root, 'host') ?? '').trim();
  const origin = originOf(run.url);
  if (host === '') {
    if (basePath === '' || basePath === '/') return [];
    const baseUrl = toBaseUrl(
      run,
      basePath.startsWith('/') ? basePath : `/${basePath}`,
      at(null, 'basePath'),
    );
    return baseUrl === null ? [] : [{ baseUrl, host: new URL(baseUrl).host, title: '' }];
  }
  const schemes = listAt(root, 'schemes').filter(
    (scheme) => scheme === 'https' || scheme === 'http',
  );
  const known = origin === null ? 'https' : new URL(origin).protocol.replace(':', '');
  const scheme = schemes.includes('https') ? 'https' : (schemes[0] ?? known);
  const address = /^https?:\/\//i.test(host) ? host : `${String(scheme)}://${host}`;
  const path = basePath === '' || basePath.startsWith('/') ? basePath : `/${basePath}`;
  const baseUrl = toBaseUrl(run, address.replace(/\/+$/, '') + path, at(null, 'host'));
  return baseUrl === null ? [] : [{ baseUrl, host: new URL(baseUrl).host, title: '' }];
}

/** An absolute address without query, fragment and credentials; null if there is none. */
function toBaseUrl(run: ServerRun, address: string, place: Place): string | null {
  const text = address.trim();
  const url = parseAddress(run, text, place);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    run.warnings.add(
      'server',
      place,
      `"${toVisible(text).slice(0, 200)}" is no http or https address; this server was left out.`,
    );
    return null;
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    run.warnings.add(
      'server',
      place,
      'A base URL has no credentials, query or fragment; they were left out.',
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function parseAddress(run: ServerRun, text: string, place: Place): URL | null {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return URL.canParse(text) ? new URL(text) : null;
  // "api.example.com/v1" is formally a relative path, but never meant as one.
  if (
    /^(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:\/|$)|^localhost(?::\d+)?(?:\/|$)/i.test(text) &&
    !run.url
  ) {
    run.warnings.add('server', place, `"${toVisible(text)}" names no scheme; https was taken.`);
    return URL.canParse(`https://${text}`) ? new URL(`https://${text}`) : null;
  }
  const base = run.url !== null && URL.canParse(run.url) ? run.url : null;
  if (base === null) {
    run.warnings.add(
      'server',
      place,
      `"${toVisible(text)}" is relative and the document's own address is not known; ${PLACEHOLDER} stands in its place. Set the base URL before calling.`,
    );
  }
  return URL.canParse(text, base ?? PLACEHOLDER) ? new URL(text, base ?? PLACEHOLDER) : null;
}

function originOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { protocol, origin } = new URL(url);
  return /^https?:$/.test(protocol) ? origin : null;
}

/** Name of a server in messages. */
export function describeServer({ baseUrl, title }: ServerAddress): string {
  return title === '' ? baseUrl : `${baseUrl} (${title})`;
}
