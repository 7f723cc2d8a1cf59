import type { OauthRequest, OauthSettings } from './oauth-flow.ts';

/** The newest revision of the old era, which servers of either era can answer. */
const PROBE_REVISION = '2025-11-25';

/** A request that any MCP server answers, or refuses for want of a token. */
export function toProbe(settings: OauthSettings, token: string | null): OauthRequest {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: PROBE_REVISION,
      capabilities: {},
      clientInfo: { name: 'mcp-builder', version: '1.0.0' },
    },
  };
  const own = Object.entries(settings.headers).filter(
    ([name]) => token === null || name.toLowerCase() !== 'authorization',
  );
  return {
    method: 'POST',
    url: settings.serverUrl,
    headers: {
      ...Object.fromEntries(own),
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(message),
  };
}
