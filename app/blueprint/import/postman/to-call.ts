import { METHODS, toCommandCall } from '#app/blueprint/import/calls/command-call.ts';
import type { CommandCall } from '#app/blueprint/import/calls/command-call.ts';
import { apiKey, isSecretName } from '#app/blueprint/import/calls/credentials.ts';
import type { Credential } from '#app/blueprint/import/calls/credentials.ts';
import type { PathArgument } from '#app/blueprint/import/calls/path-shape.ts';
import { own } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { Warnings } from '#app/blueprint/import/warnings.ts';

import type { SavedRequest } from './list-requests.ts';
import { pairsAt, toPlainText } from './pairs.ts';
import { readAuth } from './read-auth.ts';
import { readBody, toNamedValues } from './read-body.ts';
import { readUrl } from './read-url.ts';
import type { SavedUrl } from './read-url.ts';

/** A request of a collection as a call of an operation. Holds no value of a secret. */
export interface SavedCall extends CommandCall {
  saved: SavedRequest;
  /** Unresolved part of its host, as written; null if there is none. */
  openHost: string | null;
}

/** Headers that Postman sends by itself, which exports of old versions have. */
const OF_POSTMAN = /^postman-token$/i;

/** Reads the operation that a request calls; null, with a warning, if no tool can call it. */
export function toCall(saved: SavedRequest, warnings: Warnings): SavedCall | null {
  const { request, variables, place } = saved;
  const leaveOut = (kind: string, why: string) => {
    const name = toVisible(saved.name);
    warnings.add(kind, at(place, 'request'), `"${name}" was left out, because ${why}.`);
    return null;
  };
  const method = (toPlainText(own(request, 'method')).trim() || 'GET').toUpperCase();
  if (!METHODS.test(method)) {
    return leaveOut('method', `the method ${toVisible(method).slice(0, 40)} becomes no tool`);
  }
  const url = readUrl(own(request, 'url'), variables);
  if (url === null) return leaveOut('path', 'its address is too long');
  if (url.hasLostQuery) {
    const message = `A variable in the address of "${toVisible(saved.name)}" holds a query, which was left out.`;
    warnings.add('path', at(place, 'request', 'url'), message);
  }
  const used = pairsAt(request, 'header').filter(
    ({ name, isDisabled }) => !isDisabled && !OF_POSTMAN.test(name),
  );
  const headers = used.map(({ name, value }) => ({
    name: variables.fill(name),
    value: variables.fill(value),
  }));
  const contentType = headers.find(({ name }) => /^content-type$/i.test(name))?.value ?? null;
  const body = readBody(request, contentType, variables);
  if (typeof body === 'string') return leaveOut('body', body);
  const call = toCommandCall({ ...NOTHING, method, url: url.address, headers }, summaryOf(saved));
  if (call === null) return leaveOut('path', 'it names no http address');
  const descriptions = new Map(used.map(({ name, description }) => [name, description]));
  const query = toNamedValues(url.query, variables);
  const isSecret = ({ name }: { name: string }) => isSecretName(name);
  const auth = readAuth(saved, warnings);
  const keys = query
    .filter((pair) => isSecret(pair) && pair.isUnused !== true)
    .map(({ name }) => apiKey('query', name));
  return {
    ...call,
    path: call.path.map((argument) => ({ ...argument, ...argumentOf(url.path, argument) })),
    query: query.filter((pair) => !isSecret(pair)),
    headers: call.headers
      .filter(({ name }) => !isSentBy(auth, name))
      .map((header) => {
        const description = descriptions.get(header.name);
        return description ? { ...header, description } : header;
      }),
    body,
    credentials: distinct([...(auth === null ? [] : [auth]), ...call.credentials, ...keys]),
    saved,
    openHost: url.openHost,
  };
}

/** Description given by its name; none where Postman named it after its address. */
function summaryOf({ name }: SavedRequest): string | null {
  return name === '' || /^(?:[A-Z]+ +)?(?:https?:|\/|\{\{)/.test(name) ? null : name;
}

/** A command without anything but its address. */
const NOTHING = {
  headers: [],
  user: null,
  cookies: null,
  body: null,
  isFileBody: false,
  parts: [],
};

function argumentOf(known: SavedUrl['path'], { name }: PathArgument): Partial<PathArgument> {
  return known.get(name) ?? {};
}

/** A header that the authentication sets is no argument, whatever it is called. */
function isSentBy(auth: Credential | null, header: string): boolean {
  const { in: place, name } = auth?.scheme ?? {};
  return (
    place === 'header' && typeof name === 'string' && name.toLowerCase() === header.toLowerCase()
  );
}

/** Each credential once; what the authentication sets, a header or query may repeat. */
function distinct(credentials: readonly Credential[]): Credential[] {
  const known = new Map<string, Credential>();
  for (const credential of credentials) {
    const { type, in: place, name } = credential.scheme;
    const isToken = type !== 'apiKey' || (place === 'header' && name === 'Authorization');
    const identity = isToken ? 'Authorization' : JSON.stringify([place, name]);
    if (!known.has(identity)) known.set(identity, credential);
  }
  return [...known.values()];
}
