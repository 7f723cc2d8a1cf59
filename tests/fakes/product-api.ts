import { Response, type Request } from 'miniflare';

/** An outside product API. The first segment of its base path selects its behaviour. */
export const PRODUCT_HOST = 'product.example.net';

/** Longer than any caller waits. */
const HANG_MS = 4_000;
const HUGE_BYTES = 200_000;

const PRO = { hasActiveSubscription: true, currentPlan: { tier: 'pro' } };

/** Bodies with status 200. */
const ANSWERS: Record<string, unknown> = {
  pro: { ...PRO, customer: 'cus_1', currentPlan: { tier: 'pro', seats: 4 } },
  team: { hasActiveSubscription: true, currentPlan: { tier: 'team' } },
  enterprise: { hasActiveSubscription: true, currentPlan: { tier: 'Enterprise – EU' } },
  lapsed: { hasActiveSubscription: false, currentPlan: { tier: 'pro' } },
  'no-plan': { hasActiveSubscription: false },
  'null-plan': { hasActiveSubscription: false, currentPlan: null },
  'no-tier': { hasActiveSubscription: true, currentPlan: {} },
  'empty-tier': { hasActiveSubscription: true, currentPlan: { tier: '' } },
  'number-tier': { hasActiveSubscription: true, currentPlan: { tier: 3 } },
  'text-flag': { hasActiveSubscription: 'yes', currentPlan: { tier: 'pro' } },
  list: [PRO],
  null: null,
};

/** Answers `/<behaviour>/stripe/subscription/status`, and the chat beside it. */
export async function answerProduct(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const [, behaviour = '', ...rest] = url.pathname.split('/');
  if (rest.join('/') === 'mockstatelesschat' && request.method === 'POST') {
    return answerChat(request, behaviour);
  }
  if (rest.join('/') !== 'stripe/subscription/status' || request.method !== 'GET') {
    return new Response('no such thing', { status: 404 });
  }
  switch (behaviour) {
    case 'needs-token': {
      const isPassedOn = request.headers.get('authorization') === 'Bearer the-users-own-token';
      const isAlone = !request.headers.has('cookie');
      return isPassedOn && isAlone ? Response.json(PRO) : new Response(null, { status: 400 });
    }
    case 'unauthorized':
      return Response.json({ error: 'token expired' }, { status: 401 });
    case 'broken':
      return Response.json(PRO, { status: 500 });
    case 'forbidden':
      return Response.json(PRO, { status: 403 });
    case 'moved':
      return new Response(null, { status: 302, headers: { location: `${url.origin}/pro` } });
    case 'no-json':
      return new Response('<!doctype html><title>Maintenance</title>');
    case 'huge':
      return Response.json({ ...PRO, padding: 'x'.repeat(HUGE_BYTES) });
    case 'hangs':
      await new Promise((resolve) => setTimeout(resolve, HANG_MS));
      return Response.json(PRO);
    case 'stalls':
      return new Response(stallAfter('{"hasActiveSubscription":true,'));
    default:
      return behaviour in ANSWERS
        ? Response.json(ANSWERS[behaviour])
        : new Response('no such behaviour', { status: 404 });
  }
}

/** The product's chat: reports the number of messages it received, and their sender. */
async function answerChat(request: Request, behaviour: string): Promise<Response> {
  if (behaviour === 'unauthorized') return new Response(null, { status: 401 });
  if (behaviour === 'broken') return new Response(null, { status: 500 });
  if (behaviour === 'no-json') return new Response('<!doctype html><title>Maintenance</title>');
  const { messages } = (await request.json()) as { messages: unknown[] };
  const delta = `${messages.length} from ${request.headers.get('authorization') ?? 'nobody'}`;
  const chunks = [
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta },
    { type: 'text-end', id: 't' },
  ];
  const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
  return new Response(`${body}data: [DONE]\n\n`, {
    headers: { 'content-type': 'text/event-stream', 'set-cookie': 'product=1' },
  });
}

/** A body that begins and then stalls. */
function stallAfter(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    pull: () => new Promise((resolve) => setTimeout(resolve, HANG_MS)),
  });
}
