import { isLoopbackHost } from '#app/platform/outbound/loopback.ts';
import { toClientMetadata } from '#app/mcp-client/oauth/client-document.ts';
import { StepFindings } from '#app/mcp-client/oauth/step-findings.ts';
import {
  RegisteredClient,
  type AuthorizationServer,
} from '#app/mcp-client/oauth/oauth-documents.ts';
import type {
  OauthClientIdentity,
  OauthSettings,
  StepOutcome,
} from '#app/mcp-client/oauth/oauth-flow.ts';
import { chooseScope } from '#app/mcp-client/oauth/choose-scope.ts';
import { readMethod } from '#app/mcp-client/oauth/client-methods.ts';
import type { RunStep, StepInput } from '#app/mcp-client/oauth/oauth-step.ts';
import {
  quoteRefusal,
  readOauthDocument,
  takeAnswered,
} from '#app/mcp-client/oauth/read-oauth-document.ts';

/** Makes us known to the authorization server: by an own client, by document, or dynamically. */
export const registerClient: RunStep = async (input) => {
  const found = new StepFindings();
  const { server } = input.facts;
  if (server === null) return found.miss('First read the metadata of the authorization server.');
  const way = chooseWay(found, input.settings, server);
  if (way === 'own') return nameOwn(found, input.settings, server);
  if (way === 'document') return nameDocument(found, input.settings, server);
  if (way === 'dynamic') return register(found, input, server);
  const message =
    'The authorization server offers no way for clients to become known that can be used here. Register one at its website, with the redirect address below, and enter its client ID.';
  return found.fail({ reason: 'no-registration', message });
};

type Way = OauthClientIdentity['source'] | null;

/** In the order of the MCP specification. */
function chooseWay(found: StepFindings, settings: OauthSettings, server: AuthorizationServer): Way {
  const { registration, clientId } = settings;
  if (registration === 'own' || (registration === 'auto' && clientId !== '')) {
    return clientId === '' ? null : 'own';
  }
  const knowsDocuments = server.client_id_metadata_document_supported === true;
  if (registration === 'document') {
    if (!knowsDocuments)
      found.add(
        'warn',
        'The authorization server does not say that it reads client ID metadata documents.',
      );
    return 'document';
  }
  if (registration === 'auto' && knowsDocuments) {
    if (isReadable(settings.clientDocument)) return 'document';
    found.add(
      'note',
      `Our client ID metadata document is at ${settings.clientDocument}, which only this machine can read: the client registers dynamically.`,
    );
  }
  return server.registration_endpoint === undefined ? null : 'dynamic';
}

/** Whether somebody else can fetch it; a client ID is an https address with a path. */
function isReadable(address: string): boolean {
  const url = new URL(address);
  return url.protocol === 'https:' && !isLoopbackHost(url.hostname);
}

function nameOwn(
  found: StepFindings,
  settings: OauthSettings,
  { issuer }: AuthorizationServer,
): StepOutcome {
  const secret = settings.clientSecret === '' ? null : settings.clientSecret;
  found.add(
    'pass',
    `Your own client ${settings.clientId}${secret === null ? ', without a secret' : ', with its secret'}.`,
  );
  found.add('note', `It has to be registered with the redirect address ${settings.redirectUri}`);
  const client = { id: settings.clientId, secret, method: settings.method, source: 'own' as const };
  return found.succeed({ client: { ...client, issuer } });
}

function nameDocument(
  found: StepFindings,
  settings: OauthSettings,
  { issuer }: AuthorizationServer,
): StepOutcome {
  found.add('pass', `The client ID is the address of our document: ${settings.clientDocument}`);
  found.add(
    'note',
    'The authorization server reads it when you sign in; no request is needed before.',
  );
  const client = { id: settings.clientDocument, secret: null, method: 'none' as const };
  return found.succeed({ client: { ...client, source: 'document', issuer } });
}

async function register(
  found: StepFindings,
  input: StepInput,
  server: AuthorizationServer,
): Promise<StepOutcome> {
  const { settings, send, signal } = input;
  const url = server.registration_endpoint;
  if (url === undefined) {
    const message =
      'The authorization server has no registration endpoint: use a client ID of your own.';
    return found.fail({ reason: 'no-registration', message });
  }
  const scope = chooseScope(input);
  const { hostname } = new URL(settings.redirectUri);
  const body = {
    ...toClientMetadata(settings.redirectUri),
    token_endpoint_auth_method: settings.method ?? chooseMethod(server),
    application_type: isLoopbackHost(hostname) ? 'native' : 'web',
    ...(scope === null ? {} : { scope }),
  };
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const exchanges = await send(
    { method: 'POST', url, headers, body: JSON.stringify(body) },
    signal,
  );
  found.addExchanges(exchanges);
  const answer = takeAnswered('The registration endpoint', exchanges);
  if (!answer.ok) return found.fail(answer);
  const { status, body: text } = answer.value.response;
  if (status >= 400) {
    const message = `The registration was refused with status ${status}.${quoteRefusal(text)}`;
    return found.fail({ reason: 'registration-refused', message });
  }
  const read = readOauthDocument('The registration endpoint', RegisteredClient, answer.value);
  if (!read.ok) return found.fail(read);
  return keep(found, read.value, server);
}

function keep(
  found: StepFindings,
  registered: RegisteredClientAnswer,
  { issuer }: AuthorizationServer,
): StepOutcome {
  const secret = registered.client_secret ?? null;
  const method = readMethod(registered.token_endpoint_auth_method);
  found.add(
    'pass',
    `Registered as ${registered.client_id}${secret === null ? '' : ', with a secret'}.`,
  );
  const client = { id: registered.client_id, secret, method, source: 'dynamic' as const, issuer };
  return found.succeed({ client });
}

type RegisteredClientAnswer = {
  client_id: string;
  client_secret?: string | undefined;
  token_endpoint_auth_method?: string | undefined;
};

/** A browser keeps no secret well: none is asked for where that is possible. */
function chooseMethod(server: AuthorizationServer): string {
  const offered = server.token_endpoint_auth_methods_supported ?? ['none'];
  const order = ['none', 'client_secret_basic', 'client_secret_post'];
  return order.find((method) => offered.includes(method)) ?? 'none';
}
