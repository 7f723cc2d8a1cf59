import { readClientId } from './apps.ts';
import { takeFault, toRefusal } from './faults.ts';
import { toResponse } from './serve-operation.ts';
import { exchange } from './sign-in.ts';
import type { World } from './world.ts';

const PATH = '/login/oauth/access_token';

/** Answers `POST /login/oauth/access_token`; faults strike here as they do in the API, and requests are counted. */
export function serveExchange(openWorld: (name: string) => World, text: string): Response {
  const form = readForm(text);
  const client = readClientId(form['client_id'] ?? '');
  if (client === null) return Response.json(exchange(openWorld, form));
  const world = openWorld(client.world);
  const seen = { method: 'POST', path: PATH, body: form['grant_type'] ?? 'code', status: 200 };
  world.requests = [...world.requests, seen];
  const fault = takeFault(world, `POST ${PATH} ${text}`);
  const refused = fault && toRefusal(fault);
  if (refused) {
    seen.status = refused.status;
    return toResponse(refused);
  }
  if (fault?.kind === 'bad_gateway') return new Response('<html>Unicorn!</html>', { status: 502 });
  const answer = Response.json(exchange(openWorld, form));
  if (fault?.kind === 'garbage') return Response.json({ unexpected: true });
  return fault?.kind === 'lost_answer' ? new Response('<html>502</html>', { status: 502 }) : answer;
}

/** Both are taken: JSON, and a form. */
function readForm(text: string): Record<string, string> {
  if (!text.startsWith('{')) return Object.fromEntries(new URLSearchParams(text));
  const given: unknown = JSON.parse(text);
  return Object.fromEntries(
    Object.entries(typeof given === 'object' && given !== null ? given : {}).map(
      ([name, value]) => [name, String(value)],
    ),
  );
}
