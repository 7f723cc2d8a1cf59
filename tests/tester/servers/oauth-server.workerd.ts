import { OAuthProvider, type OAuthHelpers } from '@cloudflare/workers-oauth-provider';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

interface Bindings {
  OAUTH_KV: KVNamespace;
  OAUTH_PROVIDER: OAuthHelpers;
  /** `off`: nobody can register, and no client ID documents are read. */
  REGISTRATION?: string;
}

interface Granted {
  scopes: string[];
}

const SCOPES = ['notes:read', 'notes:write'];
const NO_INPUT = fromJsonSchema({ type: 'object', properties: {} });

/** Notes of somebody who signed in: reading takes one scope, writing another. */
function createNotes(): McpServer {
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  for (const name of ['read_notes', 'write_notes']) {
    server.registerTool(name, { description: name, inputSchema: NO_INPUT }, () => ({
      content: [{ type: 'text', text: `${name} is done` }],
    }));
  }
  return server;
}

const mcp = createMcpHandler(createNotes, {});

/** Answers calls of those who have a token; a call for which it lacks a scope is refused as MCP wants it. */
async function answerMcp(request: Request, { scopes }: Granted): Promise<Response> {
  const body = await request.clone().text();
  if (body.includes('write_notes') && !scopes.includes('notes:write')) {
    const { origin } = new URL(request.url);
    const challenge = `Bearer error="insufficient_scope", scope="notes:write", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
    return new Response(null, { status: 403, headers: { 'www-authenticate': challenge } });
  }
  return mcp.fetch(request);
}

/** The sign-in: a page that asks, and whose two links answer. */
async function answerPeople(request: Request, { OAUTH_PROVIDER }: Bindings): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname !== '/authorize') return new Response(null, { status: 404 });
  const asked = await OAUTH_PROVIDER.parseAuthRequest(request);
  const answer = url.searchParams.get('answer');
  if (answer === null) {
    const link = (value: string) => `${url.href}&answer=${value}`.replaceAll('&', '&amp;');
    const page = `<!doctype html><title>Sign in</title><p>${asked.scope.join(' ')}</p><a href="${link('allow')}">Allow</a> <a href="${link('deny')}">Deny</a>`;
    return new Response(page, { headers: { 'content-type': 'text/html' } });
  }
  if (answer === 'deny') {
    const back = new URL(asked.redirectUri);
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('state', asked.state);
    back.searchParams.set('iss', url.origin);
    return Response.redirect(back.href, 302);
  }
  const { redirectTo } = await OAUTH_PROVIDER.completeAuthorization({
    request: asked,
    userId: 'ada',
    metadata: {},
    scope: asked.scope,
    props: { scopes: asked.scope },
  });
  return Response.redirect(redirectTo, 302);
}

export default {
  fetch(request, env, context) {
    const { origin } = new URL(request.url);
    const isOpen = env.REGISTRATION !== 'off';
    const provider = new OAuthProvider<Bindings>({
      apiRoute: '/mcp',
      apiHandler: {
        fetch: (asked, _env, { props }) => answerMcp(asked, props as Granted),
      },
      defaultHandler: { fetch: answerPeople },
      authorizeEndpoint: '/authorize',
      tokenEndpoint: '/token',
      ...(isOpen ? { clientRegistrationEndpoint: '/register' } : {}),
      clientIdMetadataDocumentEnabled: isOpen,
      scopesSupported: SCOPES,
      resourceMetadata: { resource: `${origin}/mcp`, scopes_supported: ['notes:read'] },
    });
    return provider.fetch(request, env, context);
  },
} satisfies ExportedHandler<Bindings>;
