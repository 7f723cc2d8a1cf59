import { authorizedFetch } from '#app/auth/authorized-fetch.ts';
import type { Problem } from '#app/platform/problem.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

/** Why a request of the page gave nothing. */
export type RequestFailure =
  | { reason: 'problem'; problem: Problem }
  | { reason: 'network' }
  | { reason: 'aborted' };

/** Sends a request to our own API as whoever is signed in; an answer that is no success is its problem document. */
export async function sendRequest(
  path: string,
  init: RequestInit,
): Promise<Result<Response, RequestFailure>> {
  let response: Response;
  try {
    response = await authorizedFetch(path, init);
  } catch (error) {
    return fail(toFailure(error));
  }
  if (response.ok) return succeed(response);
  return fail({ reason: 'problem', problem: await readProblem(response) });
}

/** As {@link sendRequest}, for answers in JSON. */
export async function requestJson<Body>(
  path: string,
  init: RequestInit = {},
): Promise<Result<Body, RequestFailure>> {
  const sent = await sendRequest(path, init);
  if (!sent.ok) return sent;
  try {
    const body: Body = await sent.value.json();
    return succeed(body);
  } catch (error) {
    return fail(toFailure(error));
  }
}

/** A fetch that throws was stopped by us, or the network failed. */
export function toFailure(error: unknown): RequestFailure {
  return {
    reason: error instanceof DOMException && error.name === 'AbortError' ? 'aborted' : 'network',
  };
}

async function readProblem(response: Response): Promise<Problem> {
  const requestId = response.headers.get('x-request-id') ?? '';
  try {
    const body: Problem = await response.json();
    if (typeof body.detail === 'string') return { ...body, requestId: body.requestId || requestId };
  } catch {
    // An answer that is no problem document (a proxy's page): its status has to do.
  }
  return {
    type: 'about:blank',
    title: response.statusText || 'Error',
    status: response.status,
    detail: `The server answered with status ${response.status}.`,
    requestId,
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
