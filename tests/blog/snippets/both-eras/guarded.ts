import {
  hostHeaderValidationResponse,
  originValidationResponse,
} from '@modelcontextprotocol/server';

import { handler } from './server.ts';

// #region guarded
const HOSTS = ['mcp.example.com'];
const ORIGINS = ['app.example.com'];

const ALLOWED = [
  'authorization, content-type, accept, last-event-id',
  'mcp-protocol-version, mcp-method, mcp-name, mcp-session-id',
].join(', ');

export async function answer(request: Request): Promise<Response> {
  const refused =
    hostHeaderValidationResponse(request, HOSTS) ??
    originValidationResponse(request, ORIGINS);
  if (refused) return refused;

  const origin = request.headers.get('origin');
  const response =
    request.method === 'OPTIONS'
      ? new Response(null, { status: 204 })
      : await handler.fetch(request);
  if (origin === null) return response;

  const headers = new Headers(response.headers);
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-allow-methods', 'POST');
  headers.set('access-control-allow-headers', ALLOWED);
  headers.set(
    'access-control-expose-headers',
    'mcp-session-id, www-authenticate',
  );
  headers.append('vary', 'origin');
  return new Response(response.body, {
    status: response.status,
    headers,
  });
}
// #endregion
