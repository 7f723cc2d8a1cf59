import { Response, type Request } from 'miniflare';

/** An API whose calls have effects, and where the tests read which; each first part of a path is its own. */
export const ORDER_HOST = 'orders.example.net';
export const ORDER_CONTROL_HOST = 'orders.invalid';

/** A credential that the API gives out; nobody has ever had it. */
const GIVEN_OUT = 'ghp_5Rt8WqE2yU7iO1pA4sD9fG3hJ6kL0zXcVbN7m';

/** A request that was received. */
export interface OrderEffect {
  method: string;
  path: string;
  authorization: string | null;
  body: string;
}

const effects = new Map<string, OrderEffect[]>();

/**
 * Takes orders at `https://orders.example.net/<room>/orders`, and echoes the credential that came along;
 * `https://orders.invalid/<room>` answers with the effects so far. Its keys are credentials of others.
 */
export async function answerOrders(request: Request): Promise<Response> {
  const { host, pathname, search } = new URL(request.url);
  const [, room = '', ...rest] = pathname.split('/');
  const seen = effects.get(room) ?? [];
  if (host === ORDER_CONTROL_HOST) return Response.json(seen);
  const authorization = request.headers.get('authorization');
  const path = `/${rest.join('/')}${search}`;
  const body = await request.text();
  effects.set(room, [...seen, { method: request.method, path, authorization, body }]);
  if (rest[0] === 'broken') return Response.json({ error: 'Out of order.' }, { status: 500 });
  if (rest[0] === 'keys') return Response.json({ keys: [GIVEN_OUT] });
  return Response.json({ order: { id: 41 }, path, heard: authorization });
}
