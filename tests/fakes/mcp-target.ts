import { Response, type Request } from 'miniflare';

/** Host of a foreign MCP server that does whatever its path says. */
export const MCP_TARGET_HOST = 'mcp.example.net';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Answers correctly, in other forms, too much, never, or with an address to go to. */
export async function answerMcpTarget(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  switch (pathname) {
    case '/echo':
      return Response.json({
        method: request.method,
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
      });
    case '/with-headers':
      return new Response('{}', {
        headers: JSON.parse(searchParams.get('headers') ?? '{}'),
      });
    case '/typed':
      return new Response(searchParams.get('text'), {
        status: Number(searchParams.get('status') ?? 200),
        headers: { 'content-type': searchParams.get('type') ?? '' },
      });
    case '/events':
      return new Response(toEvents(Number(searchParams.get('count'))), {
        headers: { 'content-type': 'text/event-stream' },
      });
    case '/huge':
      return new Response('x'.repeat(Number(searchParams.get('bytes'))), { headers: JSON_TYPE });
    case '/stalls':
      return new Response(toStream(['{"result":']), { headers: JSON_TYPE });
    case '/hangs':
      return new Promise(() => {});
    case '/to':
      return new Response(null, {
        status: Number(searchParams.get('status') ?? 302),
        headers: { location: searchParams.get('location') ?? '' },
      });
    case '/down':
      // As Cloudflare answers for a server that does not.
      return new Response('error code: 522', { status: 522 });
    case '/metadata':
      return Response.json(JSON.parse(searchParams.get('metadata') ?? '{}'));
    case '/protected':
      return new Response('{"error":"invalid_token"}', {
        status: 401,
        headers: {
          ...JSON_TYPE,
          'www-authenticate': `Bearer resource_metadata="${searchParams.get('at')}"`,
        },
      });
    default:
      return new Response('{"error":"not found"}', { status: 404, headers: JSON_TYPE });
  }
}

/** So many events, and then nothing, for ever. */
function toEvents(count: number): ReadableStream<Uint8Array> {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  return toStream(numbers.map((n) => `data: {"jsonrpc":"2.0","method":"n${n}"}\n\n`));
}

/** These pieces, and then nothing, for ever. */
function toStream(pieces: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const piece = pieces.shift();
      if (piece === undefined) await new Promise(() => {});
      controller.enqueue(encoder.encode(piece));
    },
  });
}
