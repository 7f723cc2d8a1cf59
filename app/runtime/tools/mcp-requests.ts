import type { JsonObject } from '../json.ts';
import type { UpstreamRequest } from '../tool-context.ts';

const MODERN = '2026-07-28';
const LEGACY = '2025-11-25';
const CLIENT = { name: 'mcp-proxy', version: '1.0.0' };

/** Result of the handshake of 2025 and before. */
export interface LegacySession {
  version: string;
  id?: string;
}

/** Builds `tools/call`: in the newest revision, or inside a session of 2025. */
export function buildMcpRequest(
  tool: string,
  args: JsonObject,
  session: LegacySession | null,
): UpstreamRequest {
  const params: JsonObject = { name: tool, arguments: args };
  if (session !== null)
    return post({ id: 2, method: 'tools/call', params }, sessionHeaders(session));
  params['_meta'] = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': CLIENT,
  };
  return post({ id: 1, method: 'tools/call', params }, [
    ['MCP-Protocol-Version', MODERN],
    ['Mcp-Method', 'tools/call'],
    ['Mcp-Name', toHeaderText(tool)],
  ]);
}

/** Begins a session. */
export function initializeRequest(): UpstreamRequest {
  const params: JsonObject = { protocolVersion: LEGACY, capabilities: {}, clientInfo: CLIENT };
  return post({ id: 1, method: 'initialize', params }, []);
}

/** Completes the handshake. */
export function initializedNotice(session: LegacySession): UpstreamRequest {
  return post({ method: 'notifications/initialized' }, sessionHeaders(session));
}

function post(message: JsonObject, headers: [string, string][]): UpstreamRequest {
  return {
    method: 'POST',
    path: '',
    headers: [
      ['Accept', 'application/json, text/event-stream'],
      ['Content-Type', 'application/json'],
      ...headers,
    ],
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  };
}

function sessionHeaders({ version, id }: LegacySession): [string, string][] {
  const headers: [string, string][] = [['MCP-Protocol-Version', version]];
  if (id !== undefined) headers.push(['Mcp-Session-Id', id]);
  return headers;
}

/** Encodes a name that no header can carry in base64, marked as the protocol requires. */
function toHeaderText(text: string): string {
  if (/^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/.test(text)) return text;
  return `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}?=`;
}
