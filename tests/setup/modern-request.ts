interface ModernParams {
  name?: string;
  _meta?: object;
  [key: string]: unknown;
}

/** A hand-written request of revision 2026-07-28, with the required headers and envelope. */
export function modernRequest(method: string, params: ModernParams = {}): Request {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    ...params._meta,
  };
  return new Request('https://mcp.example.com/mcp', {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(params.name === undefined ? {} : { 'mcp-name': params.name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  });
}
