/** The 2026 protocol, and that of 2025 without a session. */
export const MODERN = {
  headers: {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'echo',
  },
  meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  },
};
export const LEGACY = { headers: { 'mcp-protocol-version': '2025-06-18' } };

/** A call of the tool `echo`. */
export function toEchoRequest(url, { era, headers = {} }) {
  const message = 'The quick brown fox jumps over the lazy dog.';
  const params = { name: 'echo', arguments: { message }, ...(era.meta ? { _meta: era.meta } : {}) };
  return {
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...era.headers,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}
