import { Response, type Request } from 'miniflare';

/** PostHog's host in Europe, and one for each fault. */
export const POSTHOG_HOSTS = [
  'eu.i.posthog.com',
  'slow.posthog.test',
  'moved.posthog.test',
  'huge.posthog.test',
  'broken.posthog.test',
  'empty.posthog.test',
];

/** Longer than any caller waits. */
const SLOW_MS = 4_000;
const HUGE_BYTES = 100_000;

/** Accepts events and echoes them, with an unwanted cookie. */
export async function answerPosthog(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const [behaviour] = url.host.split('.');
  switch (behaviour) {
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return Response.json({ status: 1 });
    case 'moved':
      return new Response(null, { status: 307, headers: { location: 'https://elsewhere.test/' } });
    case 'huge':
      return Response.json({ text: 'x'.repeat(HUGE_BYTES) });
    case 'broken':
      return Response.json({ error: 'maintenance' }, { status: 503 });
    case 'empty':
      return new Response(null, { status: 204 });
    default:
      return Response.json(
        {
          path: url.pathname + url.search,
          method: request.method,
          headers: Object.fromEntries(request.headers),
          body: await request.text(),
        },
        { headers: { 'set-cookie': 'ph=1; Path=/', 'access-control-allow-origin': '*' } },
      );
  }
}
