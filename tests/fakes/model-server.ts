import { Response, type Request } from 'miniflare';

import { findAnthropicFault, toAnthropicError, toAnthropicEvents } from './model-anthropic.ts';
import { findOpenAiFault, toOpenAiError, toOpenAiEvents } from './model-openai.ts';
import {
  ModelScript,
  listOf,
  openGate,
  requestsOf,
  scriptModel,
  takeAnswer,
  type ModelAnswer,
} from './model-script.ts';

/** Hosts of the companies, and one more that speaks OpenAI's protocol. */
const OPENAI_HOSTS = ['api.openai.com', 'models.example.net'];
const ANTHROPIC_HOST = 'api.anthropic.com';

/** Host through which tests in workerd set scripts, open gates and read requests. */
const CONTROL_HOST = 'models.invalid';

export const MODEL_HOSTS = [...OPENAI_HOSTS, ANTHROPIC_HOST, CONTROL_HOST];

/**
 * Models that follow a script of the test, streamed as OpenAI and Anthropic do. Which script is
 * played depends on the key that a request carries; each request takes the next answer.
 *
 * Tests in workerd control it over `https://models.invalid` (see tests/builder/models/steer-models.ts). Browser
 * tests and journeys run in the process of this fake, and control it directly:
 *
 *     test.use({ variables: { MODEL_PROVIDERS: JSON.stringify([{ kind: 'openai-compatible',
 *       baseUrl: 'https://api.openai.com/v1', model: 'm', keyVariable: 'MODEL_KEY' }]),
 *       MODEL_KEY: 'sk-one' } });
 *     scriptModel('sk-one', { answers: [{ lines: [{ say: 'Hello' }, { gate: 'a' }] }] });
 *     openGate('a');
 */
export async function answerModel(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.host === CONTROL_HOST) return steer(request, url);
  const isAnthropic = url.host === ANTHROPIC_HOST;
  const toError = isAnthropic ? toAnthropicError : toOpenAiError;
  const key = isAnthropic
    ? request.headers.get('x-api-key')
    : request.headers.get('authorization')?.replace(/^Bearer /, '');
  if (url.pathname === '/v1/models' && request.method === 'GET') {
    const data = listOf(key ?? '');
    if (data !== null) return Response.json({ object: 'list', data });
    return Response.json(toError(401, 'Incorrect API key provided.'), { status: 401 });
  }
  const path = isAnthropic ? '/v1/messages' : '/v1/chat/completions';
  if (url.pathname !== path || request.method !== 'POST') {
    return new Response('', { status: 404 });
  }
  const body: unknown = await request.json();
  const headers = Object.fromEntries(request.headers);
  const answer = takeAnswer(key ?? '', { url: url.href, headers, body });
  if (answer === null) {
    return Response.json(toError(401, 'Incorrect API key provided.'), { status: 401 });
  }
  const fault = isAnthropic
    ? findAnthropicFault(body, new Headers(headers))
    : findOpenAiFault(body);
  if (fault !== null) return Response.json(toError(400, fault), { status: 400 });
  const toEvents = isAnthropic ? toAnthropicEvents : toOpenAiEvents;
  const toStream = ({ lines, finish = 'stop', usage }: Lines) =>
    toEvents(body, lines, finish, usage);
  return play(answer, toStream, toError);
}

type Lines = Extract<ModelAnswer, { lines: unknown }>;

async function play(
  answer: ModelAnswer,
  toEvents: (answer: Lines) => AsyncGenerator<string>,
  toError: (status: number, message: string) => object,
): Promise<Response> {
  if ('silence' in answer) await new Promise(() => {});
  if ('broken' in answer) throw new Error('The connection broke.');
  if ('page' in answer) {
    return new Response(answer.page, { headers: { 'content-type': 'text/html' } });
  }
  if ('redirect' in answer) {
    return new Response(null, { status: 307, headers: { location: answer.redirect } });
  }
  if ('status' in answer) {
    const { status, retryAfter, message = `scripted ${status}` } = answer;
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    return Response.json(toError(status, message), { status, headers });
  }
  if (!('lines' in answer)) return new Response('', { status: 500 });
  const events = toEvents(answer);
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const event = await events.next();
      if (event.done) controller.close();
      else controller.enqueue(encoder.encode(event.value));
    },
  });
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
}

/** `PUT /scripts/<key>`, `GET /requests/<key>`, `POST /gates/<name>`. */
async function steer(request: Request, url: URL): Promise<Response> {
  const [, what, name = ''] = url.pathname.split('/').map(decodeURIComponent);
  if (what === 'scripts') scriptModel(name, ModelScript.parse(await request.json()));
  else if (what === 'gates') openGate(name);
  else if (what === 'requests') return Response.json(requestsOf(name));
  else return new Response('', { status: 404 });
  return new Response(null, { status: 204 });
}
