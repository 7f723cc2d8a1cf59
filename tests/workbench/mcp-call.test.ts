import { expect, test } from 'vitest';

import { readAnswer, toCallBody } from '#app/workbench/trials/mcp-call.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };
const STREAM_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8' };

test('arguments are sent as they were written: no number loses a digit', () => {
  const body = toCallBody('get_"it"', '{"id": 12345678901234567890}');
  expect(body).toContain('{"id": 12345678901234567890}');
  expect(JSON.parse(body)).toMatchObject({ method: 'tools/call', params: { name: 'get_"it"' } });
});

test('a result is read from JSON and from an event stream alike', () => {
  const result = {
    content: [{ type: 'text', text: 'hi' }],
    structuredContent: { a: 1 },
    _meta: { 'mcp-builder/mock': true },
  };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, result });
  const note = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: {} });
  const expected = {
    kind: 'result',
    isError: false,
    result,
    isMock: true,
    pages: null,
  };
  expect(readAnswer({ status: 200, headers: JSON_HEADERS, body: message })).toEqual(expected);
  const body = `event: message\ndata: ${note}\n\nevent: message\ndata: ${message}\n\n`;
  expect(readAnswer({ status: 200, headers: STREAM_HEADERS, body })).toEqual(expected);
});

test('a protocol error, a problem document and a stranger each say what happened', () => {
  const error = '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown tool"}}';
  const problem = '{"status":429,"detail":"Too many calls."}';
  const answers = [error, problem, '<html>'].map((body) =>
    readAnswer({ status: 502, headers: JSON_HEADERS, body }),
  );
  expect(answers).toEqual([
    { kind: 'refused', code: -32602, message: 'Unknown tool' },
    { kind: 'refused', code: 429, message: 'Too many calls.' },
    {
      kind: 'refused',
      code: 502,
      message: 'The server answered with status 502 and no JSON-RPC message.',
    },
  ]);
});
