import { describe, expect, test } from 'vitest';

import type { JsonObject } from '#app/runtime/definition.ts';
import { createParamHeaderCheck } from '#app/runtime/protocol/check-param-headers.ts';
import type { ServedDefinition } from '#app/runtime/served-definition.ts';

const text = (header: string) => ({ type: 'string', 'x-mcp-header': header });

function servedWith(properties: JsonObject): ServedDefinition {
  return {
    identity: { name: 'test', version: '1.0.0' },
    definitions: {},
    tools: [{ name: 'tool', inputSchema: { type: 'object', properties } }],
    resources: [],
    prompts: [],
    policies: { timeoutMs: 1, maxUpstreamBytes: 1, maxResultBytes: 1, allowedOrigins: [] },
  };
}

const served = servedWith({
  region: text('Region'),
  deep: { type: 'object', properties: { count: { type: 'integer', 'x-mcp-header': 'Count' } } },
});

function call(args: JsonObject, headers: Record<string, string>): Request {
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { 'mcp-method': 'tools/call', ...headers },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 5,
      method: 'tools/call',
      params: { name: 'tool', arguments: args },
    }),
  });
}

describe('a call with matching headers', () => {
  test.each<[string, JsonObject, Record<string, string>]>([
    ['plainly', { region: 'eu' }, { 'mcp-param-region': 'eu' }],
    ['in base64', { region: 'Zürich' }, { 'mcp-param-region': '=?base64?WsO8cmljaA==?=' }],
    ['as another number text', { deep: { count: 42 } }, { 'mcp-param-count': '42.0' }],
    ['without a value', { region: null }, {}],
    ['with a header that repeats nothing', {}, { 'mcp-param-region': 'eu' }],
  ])('%s passes, and its body can still be read', async (_, args, headers) => {
    const request = call(args, headers);
    expect(await createParamHeaderCheck(served)?.(request)).toBeNull();
    expect(await request.json()).toMatchObject({ params: { arguments: args } });
  });
});

describe('a call is rejected with the protocol’s own error', () => {
  test.each<[string, JsonObject, Record<string, string>, RegExp]>([
    ['whose header is missing', { region: 'eu' }, {}, /Mcp-Param-Region is missing/],
    ['whose header differs', { region: 'eu' }, { 'mcp-param-region': 'us' }, /differ/],
    ['of a deep argument', { deep: { count: 1 } }, { 'mcp-param-count': '2' }, /deep\.count/],
    ['of another notation', { deep: { count: 42 } }, { 'mcp-param-count': '0x2A' }, /differ/],
    ['without padding', { region: 'H' }, { 'mcp-param-region': '=?base64?SA?=' }, /base64/],
    ['of another alphabet', { region: 'H' }, { 'mcp-param-region': '=?base64?S!==?=' }, /base64/],
    ['of no text', { region: 'H' }, { 'mcp-param-region': '=?base64?/w==?=' }, /base64/],
  ])('%s', async (_, args, headers, why) => {
    const response = await createParamHeaderCheck(served)?.(call(args, headers));
    expect(response?.status).toBe(400);
    expect(await response?.json()).toMatchObject({
      id: 5,
      error: { code: -32_020, message: expect.stringMatching(why) },
    });
  });
});

test('a server whose tools declare no headers has nothing to check', () => {
  expect(createParamHeaderCheck(servedWith({ region: { type: 'string' } }))).toBeNull();
  expect(createParamHeaderCheck(servedWith({ 'x-mcp-header': { type: 'string' } }))).toBeNull();
});
