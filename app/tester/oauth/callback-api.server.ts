import { Hono } from 'hono';
import * as z from 'zod/mini';

import {
  CALLBACK_PAGE_PATH,
  CLIENT_DOCUMENT_PATH,
  toClientMetadata,
} from '#app/mcp-client/oauth/client-document.ts';
import { answerJson } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';

import callbackPage from './callback.html?raw';

/** Client ID metadata document (draft-ietf-oauth-client-id-metadata-document). */
const ClientDocument = z.object({
  client_id: z.string(),
  client_name: z.string(),
  client_uri: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.string(),
});

/** Nothing but the page's own script runs, and it reaches nobody: the address holds a code. */
function toPolicy(nonce: string): string {
  return `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** The two addresses of the MCP client that other sites know, mounted at the root: its metadata, and the page at which a sign-in ends. */
export const callbackApi = new Hono<AppEnv>()
  .get(CLIENT_DOCUMENT_PATH, (c) => {
    const { origin } = c.var.app;
    const document = {
      client_id: origin + CLIENT_DOCUMENT_PATH,
      ...toClientMetadata(origin + CALLBACK_PAGE_PATH),
      token_endpoint_auth_method: 'none',
    };
    const headers = { 'cache-control': 'public, max-age=3600' };
    return answerJson(ClientDocument, document, { headers });
  })
  // It is no page of React Router's: analytics must not see its address, nor any loader.
  .get(CALLBACK_PAGE_PATH, (c) => {
    const { nonce } = c.var.app;
    return new Response(callbackPage.replace('%NONCE%', nonce), {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': toPolicy(nonce),
      },
    });
  });
