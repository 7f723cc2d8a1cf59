import { objectAt, stringAt } from '#app/blueprint/import/json-object.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { declare, makeBearer } from './made-scheme.ts';
import type { MadeScheme, SchemeMaker } from './made-scheme.ts';
import type { Located } from './resolve.ts';

/**
 * Schemes of an OAuth document, best first: what a person has connected, the client's own credentials, and an
 * access token from elsewhere for all other flows.
 */
export function makeOAuth(
  maker: SchemeMaker,
  { value, place }: Located,
  described: string,
): MadeScheme[] {
  const flows = flowsOf(value);
  const client = nameOnce(maker, described);
  const credentials = makeClientCredentials(maker, flows.get('clientCredentials'), client);
  const hint = credentials ? 'code' : undefined;
  const code = makeAuthorizationCode(maker, flows.get('authorizationCode'), client, hint);
  const made = [code, credentials].filter((scheme) => scheme !== null);
  const warn = (message: string) => maker.run.warnings.add('security', place, message);
  const name = toVisible(maker.name);
  if (flows.has('clientCredentials') && !credentials) {
    warn(
      `The client credentials of "${name}" name no token address; give the server an access token.`,
    );
  }
  const others = [...flows.keys()].filter((flow) => flow !== 'clientCredentials');
  if (others.length === 0 && credentials) return made;
  if (others.length > 0 && !code) {
    warn(
      `The server cannot sign people in (${others.map(toVisible).join(', ')} of "${name}"): give it an access token.`,
    );
  }
  const address = [...flows.values()]
    .map((flow) => stringAt(flow, 'authorizationUrl'))
    .find((url) => url !== null);
  const where = address ? ` (${toVisible(address).slice(0, 300)})` : '';
  const what = `Access token of OAuth 2${where}${code ? ', instead of connecting' : ''}.`;
  return [...made, makeBearer(maker, described, what, made.length > 0 ? 'token' : undefined)];
}

/** Names the client's secrets, once for all flows of a document: one registration serves them. */
type Client = () => {
  names: { clientIdSecret: string; clientSecretSecret: string };
  secrets: MadeScheme['secrets'];
};

function nameOnce(maker: SchemeMaker, described: string): Client {
  let known: ReturnType<Client> | null = null;
  return () => {
    if (known !== null) return known;
    const clientIdSecret = maker.secrets.take(maker.name, 'clientId');
    const clientSecretSecret = maker.secrets.take(maker.name, 'clientSecret');
    const secrets = [
      declare(clientIdSecret, described, 'Client id of OAuth 2.'),
      declare(clientSecretSecret, 'Client secret of OAuth 2.'),
    ];
    known = { names: { clientIdSecret, clientSecretSecret }, secrets };
    return known;
  };
}

function makeClientCredentials(
  maker: SchemeMaker,
  flow: JsonObject | undefined,
  client: Client,
): MadeScheme | null {
  const tokenUrl = flow ? absolute(stringAt(flow, 'tokenUrl'), maker.baseUrl) : null;
  if (!flow || tokenUrl === null) return null;
  const { names, secrets } = client();
  return {
    scheme: { id: maker.id(), kind: 'oauth2ClientCredentials', tokenUrl, scopes: [], ...names },
    secrets,
    knownScopes: Object.keys(objectAt(flow, 'scopes') ?? {}),
  };
}

function makeAuthorizationCode(
  maker: SchemeMaker,
  flow: JsonObject | undefined,
  client: Client,
  hint: string | undefined,
): MadeScheme | null {
  if (!flow) return null;
  const authorizationUrl = absolute(stringAt(flow, 'authorizationUrl'), maker.baseUrl);
  const tokenUrl = absolute(stringAt(flow, 'tokenUrl'), maker.baseUrl);
  if (authorizationUrl === null || tokenUrl === null) return null;
  const { names, secrets } = client();
  const refreshTokenSecret = maker.secrets.take(maker.name, 'refreshToken');
  return {
    scheme: {
      id: maker.id(hint),
      kind: 'oauth2AuthorizationCode',
      authorizationUrl,
      tokenUrl,
      scopes: [],
      ...names,
      refreshTokenSecret,
    },
    secrets: [
      ...secrets,
      declare(refreshTokenSecret, 'Refresh token of OAuth 2; connecting the API sets it.'),
    ],
    knownScopes: Object.keys(objectAt(flow, 'scopes') ?? {}),
  };
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
