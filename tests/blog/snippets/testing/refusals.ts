import { expect, test } from 'vitest';

import { answer } from '../both-eras/guarded.ts';

// #region refusals
function request(
  headers: Record<string, string>,
  method = 'tools/list',
): Request {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return new Request('https://mcp.example.com/mcp', {
    method: 'POST',
    headers: {
      host: 'mcp.example.com',
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { _meta },
    }),
  });
}

test('the same request is refused with one thing wrong', async () => {
  // Without this line a server that refuses everything passes.
  expect((await answer(request({}))).status).toBe(200);

  expect(
    (await answer(request({ origin: 'https://evil.example' }))).status,
  ).toBe(403);
  expect((await answer(request({ host: 'evil.example' }))).status).toBe(
    403,
  );
  expect(
    (await answer(request({ 'mcp-method': 'tools/call' }))).status,
  ).toBe(400);
  expect(
    (await answer(request({ 'content-type': 'text/plain' }))).status,
  ).toBe(415);
  const unknown = await answer(
    request({ 'mcp-method': 'no/such' }, 'no/such'),
  );
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toMatchObject({ error: { code: -32601 } });
});
// #endregion
