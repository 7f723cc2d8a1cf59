import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { listAt, objectAt, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { SecretNames } from '#app/blueprint/import/secret-names.ts';
import { cleanText, cutAtWord, collapseSpaces } from '#app/blueprint/import/text/clean-text.ts';
import { textAt } from '#app/blueprint/import/text/read-text.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { AuthScheme, JsonObject, SecretDeclaration } from '#app/runtime/definition.ts';

import type { Located } from './resolve.ts';

/** Context for making schemes from a document. */
export interface SchemeMaker {
  run: ImportRun;
  secrets: SecretNames;
  /** Name in the document. */
  name: string;
  /** Assigns an id; the hint distinguishes two schemes made from one. */
  id: (hint?: string) => string;
  /** Base of a relative token address. */
  baseUrl: string;
}

/** A scheme, the secrets that it needs, and the scopes that it can request. */
export interface MadeScheme {
  scheme: AuthScheme;
  secrets: SecretDeclaration[];
  knownScopes: string[];
}

/** Schemes that satisfy the document's scheme, any of them; empty if none can. */
export function makeSchemes(maker: SchemeMaker, scheme: Located): MadeScheme[] {
  const { value, place } = scheme;
  const type = (stringAt(value, 'type') ?? '').toLowerCase();
  const described = describe(maker, scheme);
  if (type === 'apikey') return makeApiKey(maker, scheme, described);
  if (type === 'basic') return [makeBasic(maker, described)];
  if (type === 'http') return makeHttp(maker, scheme, described);
  if (type === 'oauth2') return makeOAuth(maker, scheme, described);
  if (type === 'openidconnect') {
    const address = toVisible(stringAt(value, 'openIdConnectUrl') ?? '');
    maker.run.warnings.add(
      'security',
      place,
      `OpenID Connect ("${toVisible(maker.name)}") is not supported by the server. Give it an access token instead. Discovery: ${address || 'not given'}.`,
    );
    return [
      makeBearer(
        maker,
        described,
        `Access token of OpenID Connect${address ? ` (${address})` : ''}.`,
      ),
    ];
  }
  const reason =
    type === 'mutualtls'
      ? 'A client certificate (mutualTLS) cannot be sent'
      : `"${toVisible(type)}" is no kind of security scheme`;
  maker.run.warnings.add(
    'security',
    at(place, 'type'),
    `${reason}; the scheme "${toVisible(maker.name)}" was left out.`,
  );
  return [];
}

function describe({ run }: SchemeMaker, { value, place }: Located): string {
  return cutAtWord(
    collapseSpaces(cleanText(textAt(value, 'description', place, run.warnings))),
    300,
  );
}

function declare(name: string, ...texts: string[]): SecretDeclaration {
  return { name, scope: 'server', description: texts.filter((text) => text !== '').join(' ') };
}

function makeApiKey(
  maker: SchemeMaker,
  { value, place }: Located,
  described: string,
): MadeScheme[] {
  const location = stringAt(value, 'in');
  const name = stringAt(value, 'name') ?? '';
  const isPlace = location === 'header' || location === 'query' || location === 'cookie';
  if (!isPlace || name === '' || (location !== 'query' && !/^[\w!#$%&'*+.^`|~-]+$/.test(name))) {
    maker.run.warnings.add(
      'security',
      place,
      `The API key "${toVisible(maker.name)}" does not say where it is sent; the scheme was left out.`,
    );
    return [];
  }
  const secret = maker.secrets.take(maker.name, 'key');
  const whole =
    name.toLowerCase() === 'authorization'
      ? 'The whole value, with a prefix such as "Bearer " where the API wants one.'
      : '';
  return [
    {
      scheme: { id: maker.id(), kind: 'apiKey', in: location, name, secret },
      secrets: [
        declare(
          secret,
          described,
          `Sent as the ${location === 'query' ? 'query parameter' : location} ${toVisible(name)}.`,
          whole,
        ),
      ],
      knownScopes: [],
    },
  ];
}

function makeBasic(maker: SchemeMaker, described: string): MadeScheme {
  const usernameSecret = maker.secrets.take(maker.name, 'username');
  const passwordSecret = maker.secrets.take(maker.name, 'password');
  return {
    scheme: { id: maker.id(), kind: 'basic', usernameSecret, passwordSecret },
    secrets: [
      declare(usernameSecret, described, 'User name of Basic authentication.'),
      declare(passwordSecret, 'Password of Basic authentication.'),
    ],
    knownScopes: [],
  };
}

function makeBearer(
  maker: SchemeMaker,
  described: string,
  what: string,
  hint?: string,
): MadeScheme {
  const secret = maker.secrets.take(maker.name, 'token');
  return {
    scheme: { id: maker.id(hint), kind: 'bearer', secret },
    secrets: [declare(secret, described, what)],
    knownScopes: [],
  };
}

function makeHttp(maker: SchemeMaker, { value, place }: Located, described: string): MadeScheme[] {
  const scheme = (stringAt(value, 'scheme') ?? '').toLowerCase();
  if (scheme === 'basic') return [makeBasic(maker, described)];
  if (scheme === 'bearer') {
    const format = toVisible(stringAt(value, 'bearerFormat') ?? '');
    return [makeBearer(maker, described, `Bearer token${format ? ` (${format})` : ''}.`)];
  }
  const challenged = new Set([
    '',
    'digest',
    'hoba',
    'mutual',
    'negotiate',
    'oauth',
    'scram-sha-1',
    'scram-sha-256',
    'vapid',
    'dpop',
    'privatetoken',
  ]);
  if (challenged.has(scheme)) {
    maker.run.warnings.add(
      'security',
      at(place, 'scheme'),
      `The HTTP scheme "${toVisible(scheme)}" is not supported; the scheme "${toVisible(maker.name)}" was left out.`,
    );
    return [];
  }
  // A custom scheme name: the secret is the whole header.
  maker.run.warnings.add(
    'security',
    at(place, 'scheme'),
    `"${toVisible(scheme)}" is not a known HTTP scheme; the secret is the whole Authorization header.`,
  );
  const secret = maker.secrets.take(maker.name, 'key');
  return [
    {
      scheme: { id: maker.id(), kind: 'apiKey', in: 'header', name: 'Authorization', secret },
      secrets: [
        declare(
          secret,
          described,
          `The whole Authorization header, such as "${toVisible(stringAt(value, 'scheme') ?? '')} …".`,
        ),
      ],
      knownScopes: [],
    },
  ];
}

function makeOAuth(maker: SchemeMaker, { value, place }: Located, described: string): MadeScheme[] {
  const flows = flowsOf(value);
  const made: MadeScheme[] = [];
  const client = flows.get('clientCredentials');
  const tokenUrl = client ? absolute(stringAt(client, 'tokenUrl'), maker.baseUrl) : null;
  if (client && tokenUrl !== null) {
    const clientIdSecret = maker.secrets.take(maker.name, 'clientId');
    const clientSecretSecret = maker.secrets.take(maker.name, 'clientSecret');
    made.push({
      scheme: {
        id: maker.id(),
        kind: 'oauth2ClientCredentials',
        tokenUrl,
        scopes: [],
        clientIdSecret,
        clientSecretSecret,
      },
      secrets: [
        declare(clientIdSecret, described, 'Client id of OAuth 2.'),
        declare(clientSecretSecret, 'Client secret of OAuth 2.'),
      ],
      knownScopes: Object.keys(objectAt(client, 'scopes') ?? {}),
    });
  } else if (client) {
    maker.run.warnings.add(
      'security',
      place,
      `The client credentials of "${toVisible(maker.name)}" name no token address; give the server an access token.`,
    );
  }
  const others = [...flows.keys()].filter((flow) => flow !== 'clientCredentials');
  if (others.length === 0 && made.length > 0) return made;
  if (others.length > 0) {
    maker.run.warnings.add(
      'security',
      place,
      `The server cannot sign people in (${others.map(toVisible).join(', ')} of "${toVisible(maker.name)}"): give it an access token.`,
    );
  }
  const address = [...flows.values()]
    .map((flow) => stringAt(flow, 'authorizationUrl'))
    .find((url) => url !== null);
  const where = address ? ` (${toVisible(address).slice(0, 300)})` : '';
  made.push(
    makeBearer(
      maker,
      described,
      `Access token of OAuth 2${where}.`,
      made.length > 0 ? 'token' : undefined,
    ),
  );
  return made;
}

/** The flows by their names since 3.0; Swagger 2.0 has one, under other names. */
function flowsOf(value: JsonObject): Map<string, JsonObject> {
  const names = new Map([
    ['application', 'clientCredentials'],
    ['accessCode', 'authorizationCode'],
  ]);
  const flow = stringAt(value, 'flow');
  if (flow !== null) return new Map([[names.get(flow) ?? flow, value]]);
  const flows = objectAt(value, 'flows') ?? {};
  return new Map(
    Object.keys(flows).flatMap((name): [string, JsonObject][] => {
      const entry = objectAt(flows, name);
      return entry && !name.startsWith('x-') ? [[names.get(name) ?? name, entry]] : [];
    }),
  );
}

function absolute(address: string | null, baseUrl: string): string | null {
  if (address === null || address === '' || !URL.canParse(address, `${baseUrl}/`)) return null;
  const url = new URL(address, `${baseUrl}/`);
  return /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Scopes that a requirement asks for. */
export function scopesOf(requirement: JsonObject, name: string): string[] {
  return listAt(requirement, name).filter((scope) => typeof scope === 'string');
}
