import { authorizedFetch } from '#app/auth/authorized-fetch.ts';
import type { Problem } from '#app/platform/problem.ts';
import { readProblem } from '#app/platform/read-problem.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { Shape } from '#app/platform/shape.ts';

/** Why a request of the page gave nothing. */
export type RequestFailure =
  | { reason: 'problem'; problem: Problem }
  | { reason: 'network' }
  /** An answer came, of a shape that this page does not know: it is older than the server, or the answer is not ours. */
  | { reason: 'unreadable' }
  | { reason: 'aborted' };

/** Sends a request to our own API as whoever is signed in; an answer that is no success is its problem document. */
export async function sendRequest(
  path: string,
  init: RequestInit,
  over: Parameters<typeof authorizedFetch>[2] = {},
): Promise<Result<Response, RequestFailure>> {
  let response: Response;
  try {
    response = await authorizedFetch(path, init, over);
  } catch (error) {
    return fail(toFailure(error));
  }
  if (response.ok) return succeed(response);
  return fail({ reason: 'problem', problem: await toProblem(response) });
}

/** As {@link sendRequest}, for answers in JSON of a shape. */
export async function requestJson<Body>(
  shape: Shape<Body>,
  path: string,
  init: RequestInit = {},
): Promise<Result<Body, RequestFailure>> {
  const sent = await sendRequest(path, init);
  return sent.ok ? readJsonAnswer(shape, sent.value) : sent;
}

/** Reads the body of an answer as JSON of a shape. */
export async function readJsonAnswer<Body>(
  shape: Shape<Body>,
  response: Response,
): Promise<Result<Body, RequestFailure>> {
  try {
    const read = shape.safeParse(await response.json());
    return read.success ? succeed(read.data) : fail({ reason: 'unreadable' });
  } catch (error) {
    return fail(error instanceof SyntaxError ? { reason: 'unreadable' } : toFailure(error));
  }
}

/** A fetch that throws was stopped by us, or the network failed. */
export function toFailure(error: unknown): RequestFailure {
  return {
    reason: error instanceof DOMException && error.name === 'AbortError' ? 'aborted' : 'network',
  };
}

async function toProblem(response: Response): Promise<Problem> {
  const problem = readProblem(await response.json().catch(() => null), response);
  if (problem !== null) return problem;
  // An answer that is no problem document (a proxy's page): its status has to do.
  return {
    type: 'about:blank',
    title: response.statusText || 'Error',
    status: response.status,
    detail: `The server answered with status ${response.status}.`,
    requestId: response.headers.get('x-request-id') ?? '',
  };
}

const JSON_HEADERS = { 'content-type': 'application/json' };

/** The parts of a request that carries JSON. */
export function jsonRequest(
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): RequestInit {
  return { method, headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(body) };
}
