import { loadOnce } from '../load-once.ts';
import type { ServedDefinition } from '../served-definition.ts';
import { createDirectAnswers } from './answer-directly.ts';
import { createParamHeaderCheck } from './check-param-headers.ts';
import { addResponseHeaders, answerHeaders, guardRequest } from './http-guard.ts';
import type { HttpGuardOptions } from './http-guard.ts';
import { MAX_REQUEST_BYTES, parseMessage } from './read-message.ts';
import { createStateSeal } from './serving.ts';
import type { Serving } from './serving.ts';

export interface ProtocolOptions extends HttpGuardOptions, Omit<Serving, 'state'> {
  served: ServedDefinition;
  /** Absent: a seal of this process. */
  state?: Serving['state'];
  /** Answers what belongs to a session of 2025, and null for all else. */
  sessions?: (request: Request) => Promise<Response | null>;
  /** Hears of requests that were rejected and of faults; it changes no answer. */
  onError?: (error: Error) => void;
}

/**
 * The protocol half over HTTP: MCP of both eras on one URL, without sessions but those that the
 * option brings. It checks Host, Origin and method; who the caller is has to be checked before. A
 * client that disconnects aborts its call.
 */
export function createProtocol(options: ProtocolOptions): (request: Request) => Promise<Response> {
  const { served, runTool, changes, sessions, onError } = options;
  const serving: Serving = {
    runTool,
    state: options.state ?? createStateSeal(),
    ...(changes === undefined ? {} : { changes }),
  };
  const answerDirectly = createDirectAnswers(served, serving, answerHeaders, onError);
  const checkParamHeaders = createParamHeaderCheck(served);
  // Loading the SDK takes longer than all else of a start: what needs it waits for it.
  const full = loadOnce(async () => {
    const { createFullAnswers } = await import('./answer-fully.ts');
    return createFullAnswers(served, serving, onError);
  });
  const answerFully = async (request: Request) => {
    const inSession = await sessions?.(request);
    if (inSession) return addResponseHeaders(request, inSession);
    const answer = await full();
    return addResponseHeaders(request, await answer(request));
  };
  return async (request) => {
    const refused = guardRequest(request, options);
    if (refused !== null) return refused;
    const contradiction = await checkParamHeaders?.(request);
    if (contradiction) return addResponseHeaders(request, contradiction);
    if (!mayBeDirect(request)) return await answerFully(request);
    const body = await request.text();
    const answer = answerDirectly(request, parseMessage(body));
    return await (answer ?? answerFully(new Request(request, { method: 'POST', body })));
  };
}

/** Whether a request is worth reading for a direct answer; one of unknown length is not. */
function mayBeDirect({ method, headers }: Request): boolean {
  const length = headers.get('content-length');
  return method === 'POST' && length !== null && Number(length) <= MAX_REQUEST_BYTES;
}
