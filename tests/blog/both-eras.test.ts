import { expect, test } from 'vitest';

import { readRequest, readSnippet } from './read-snippet.ts';
import { answer } from './snippets/both-eras/guarded.ts';
import { handler } from './snippets/both-eras/server.ts';

test('the modern request gets the answer that the article shows', async () => {
  const response = await handler.fetch(readRequest('both-eras/modern.http'));
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(JSON.parse(readSnippet('both-eras/modern-answer.json')));
});

test('the handshake of 2025 is answered at the same address', async () => {
  const response = await handler.fetch(readRequest('both-eras/legacy.http'));
  expect(await response.text()).toContain('"protocolVersion":"2025-11-25"');
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
  const list = await handler.fetch(
    new Request('https://mcp.example.com/mcp', { method: 'POST', headers, body }),
  );
  expect(await list.text()).toContain('track_parcel');
  expect((await handler.fetch(new Request('https://mcp.example.com/mcp'))).status).toBe(405);
});

test('header and body that disagree are refused with the code of the specification', async () => {
  const request = readRequest('both-eras/modern.http');
  request.headers.set('mcp-method', 'tools/list');
  const response = await handler.fetch(request);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: -32020 } });
});

test('the handler by itself checks no origin and lets no page read its answer', async () => {
  const request = readRequest('both-eras/modern.http');
  request.headers.set('origin', 'https://evil.example');
  const response = await handler.fetch(request);
  expect(response.status).toBe(200);
  expect(response.headers.has('access-control-allow-origin')).toBe(false);
});

test('a page of the allowed origin may call and read, any other is refused', async () => {
  const from = (origin: string, method: string) =>
    new Request('https://mcp.example.com/mcp', {
      method,
      headers: { host: 'mcp.example.com', origin },
    });
  const preflight = await answer(from('https://app.example.com', 'OPTIONS'));
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-method');
  expect((await answer(from('https://evil.example', 'OPTIONS'))).status).toBe(403);
  const request = readRequest('both-eras/modern.http');
  request.headers.set('host', 'mcp.example.com');
  request.headers.set('origin', 'https://app.example.com');
  const called = await answer(request);
  expect(called.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
  expect(await called.text()).toContain('in transit');
});
