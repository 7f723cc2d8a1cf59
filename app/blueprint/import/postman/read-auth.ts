import { withoutCredentials } from '#app/blueprint/import/calls/blank-secrets.ts';
import { apiKey, basic, bearer } from '#app/blueprint/import/calls/credentials.ts';
import type { Credential } from '#app/blueprint/import/calls/credentials.ts';
import { hasPlaceholder } from '#app/blueprint/import/calls/placeholders.ts';
import { put, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { Warnings } from '#app/blueprint/import/warnings.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import type { SavedRequest } from './list-requests.ts';
import { settingsAt } from './pairs.ts';
import type { Variables } from './variables.ts';

/** Kinds that need what is signed or negotiated anew for each request. */
const KIND_NAMES: ReadonlyMap<string, string> = new Map([
  ['awsv4', 'an AWS signature'],
  ['digest', 'digest authentication'],
  ['edgegrid', 'Akamai EdgeGrid'],
  ['hawk', 'Hawk'],
  ['ntlm', 'NTLM'],
  ['oauth1', 'OAuth 1.0'],
  ['asap', 'ASAP'],
]);

/** The credential that a request is sent with, its value left behind; null where it has none. */
export function readAuth(
  { auth, variables, name, place }: SavedRequest,
  warnings: Warnings,
): Credential | null {
  const kind = auth === null ? '' : (stringAt(auth, 'type') ?? '').toLowerCase();
  if (auth === null || kind === '' || kind === 'noauth') return null;
  const settings = settingsAt(auth, kind);
  if (kind === 'basic') return basic();
  if (kind === 'bearer') return bearer();
  if (kind === 'jwt')
    return toKey(settings, 'addTokenTo', settings.get('queryParamKey') ?? 'token');
  if (kind === 'oauth2') return toOauth(settings, variables);
  if (kind === 'apikey') {
    const key = variables.fill(settings.get('key') || 'X-API-Key');
    if (!hasPlaceholder(key)) return toKey(settings, 'in', key);
  }
  const what = KIND_NAMES.get(kind) ?? `"${toVisible(kind).slice(0, 40)}"`;
  const message =
    kind === 'apikey'
      ? `The name of the API key of "${toVisible(name)}" has no value; its calls go without it.`
      : `"${toVisible(name)}" authenticates by ${what}, which no server can; its calls go without it.`;
  warnings.add('security', at(place, 'request'), message);
  return null;
}

/** A token goes into the query where the settings say so; else an `Authorization` header, or a key's own. */
function toKey(settings: Map<string, string>, place: string, name: string): Credential {
  if (/^query/i.test(settings.get(place) ?? '')) return apiKey('query', name);
  return place === 'in' ? apiKey('header', name) : bearer();
}

const GRANTS: ReadonlyMap<string, string> = new Map([
  ['authorization_code', 'authorizationCode'],
  ['authorization_code_with_pkce', 'authorizationCode'],
  ['client_credentials', 'clientCredentials'],
  ['password_credentials', 'password'],
  ['implicit', 'implicit'],
]);

/** OAuth 2.0 with the addresses that it needs; without them only the token is known. */
function toOauth(settings: Map<string, string>, variables: Variables): Credential {
  const read = (key: string) => variables.fill(settings.get(key) ?? '').trim();
  const addressAt = (key: string) => withoutCredentials(read(key));
  const flow = GRANTS.get(settings.get('grant_type') ?? 'authorization_code');
  const needed = [
    ...(flow === 'implicit' || flow === 'authorizationCode'
      ? [['authorizationUrl', addressAt('authUrl')] as const]
      : []),
    ...(flow === 'implicit' ? [] : [['tokenUrl', addressAt('accessTokenUrl')] as const]),
  ];
  if (flow === undefined || !needed.every(([, url]) => isAddress(url))) return bearer();
  const scopes = read('scope')
    .split(/[\s,]+/)
    .filter((scope) => scope !== '' && !hasPlaceholder(scope));
  const described: JsonObject = {};
  for (const scope of scopes) put(described, scope, '');
  const flows = { [flow]: { ...Object.fromEntries(needed), scopes: described } };
  return { name: 'oauth2', scheme: { type: 'oauth2', flows }, scopes };
}

function isAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && !hasPlaceholder(url) && URL.canParse(url);
}
