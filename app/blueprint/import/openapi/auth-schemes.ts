import { listAt, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import { cleanText, cutAtWord, collapseSpaces } from '#app/blueprint/import/text/clean-text.ts';
import { textAt } from '#app/blueprint/import/text/read-text.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { declare, makeBearer } from './made-scheme.ts';
import type { MadeScheme, SchemeMaker } from './made-scheme.ts';
import { makeOAuth } from './oauth-schemes.ts';
import type { Located } from './resolve.ts';

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

/** Scopes that a requirement asks for. */
export function scopesOf(requirement: JsonObject, name: string): string[] {
  return listAt(requirement, name).filter((scope) => typeof scope === 'string');
}
