import { Response, type Request } from 'miniflare';

import { waitAtGate } from './model-script.ts';

import { UPSTREAM_DOCUMENT } from './upstream-document.ts';

/** Hosts of an API for which servers are built; its description is `upstream-document.ts`. */
export const UPSTREAM_HOSTS = ['upstream.example.net', 'moved.example.net'];

/** Longer than the time-outs that the tests set. */
const SLOW_MS = 2_000;
const HUGE_BYTES = 3_000_000;

/** Responds correctly, slowly, hugely, wrongly or misleadingly, by path. */
export async function answerUpstream(request: Request): Promise<Response> {
  const url = new URL(request.url);
  switch (url.pathname) {
    case '/v1/echo':
      return Response.json({
        host: url.host,
        query: url.search,
        headers: Object.fromEntries(request.headers),
        encoded: btoa(request.headers.get('x-key') ?? ''),
      });
    case '/v1/who':
      return answerWho(request.headers.get('x-key') ?? '');
    case '/v1/slow':
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return Response.json({ late: true });
    case '/v1/huge':
      return Response.json({ text: 'x'.repeat(HUGE_BYTES) });
    case '/v1/page':
      return new Response('<!doctype html><title>Maintenance</title>', {
        headers: { 'content-type': 'text/html' },
      });
    case '/v1/lie':
      return new Response('<p>no JSON', { headers: { 'content-type': 'application/json' } });
    case '/v1/inside':
      return redirect('http://10.0.0.7/latest/meta-data');
    case '/v1/broken':
      return new Response('{"error":"down for repair"}', {
        status: 503,
        headers: { 'content-type': 'application/json', 'retry-after': '120' },
      });
    case '/v1/held':
      // Until a test opens it: `POST https://models.invalid/gates/<name>`.
      await waitAtGate(url.searchParams.get('gate') ?? '');
      return Response.json({ held: false });
    case '/v1/hangs':
    case '/document-hangs':
      return new Promise(() => {});
    case '/document-garbage':
      return new Response(new Uint8Array(2_000).fill(0xfe));
    case '/document-huge':
      return new Response('x'.repeat(26 * 1_048_576));
    case '/document-broken':
      return new Response('down for repair', { status: 503 });
    case '/document.json':
      return new Response(DOCUMENT_TEXT, { headers: { 'content-type': 'text/plain' } });
    case '/document-inside':
      return redirect('https://private.example.net/openapi.json');
    case '/document-moved':
      return redirect('https://moved.example.net/document.json');
    default:
      return Response.json({ error: 'not found' }, { status: 404 });
  }
}

/** Tells by its length which key came: the key itself would be blanked. One that begins with "wrong" is refused. */
function answerWho(key: string): Response {
  if (key === '' || key.startsWith('wrong')) {
    return Response.json({ error: 'unknown key' }, { status: 401 });
  }
  return Response.json({ length: key.length });
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}

const DOCUMENT_TEXT = JSON.stringify(UPSTREAM_DOCUMENT);
