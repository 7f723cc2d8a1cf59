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
  /** Default: a seal of this process. */
  state?: Serving['state'];
  /** Answers requests of a 2025 session; null for all others. */
  sessions?: (request: Request) => Promise<Response | null>;
  /** Called with rejected requests and faults; it changes no response. */
  onError?: (error: Error) => void;
}

/**
 * The protocol half over HTTP: MCP of both eras on one URL, stateless except for the sessions given as an
 * option. It checks Host, Origin and method; callers must be authenticated before. A client that disconnects
 * aborts its call.
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
  // Loading the SDK takes longer than the rest of startup, so only requests that need it wait.
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

/** Whether a request should be read for a direct response; not if its length is unknown. */
function mayBeDirect({ method, headers }: Request): boolean {
  const length = headers.get('content-length');
  return method === 'POST' && length !== null && Number(length) <= MAX_REQUEST_BYTES;
}
