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

/** A request whose body was read before. */
export interface ReadRequest {
  /** Its message, or the messages of its batch; null: it is neither. */
  message: object | null;
  /** Makes the same request with a body to read. */
  again: () => Request;
}

/** Answers a request; one that was read before is not read again if it does not have to be. */
export type ProtocolAnswer = (request: Request, read?: ReadRequest) => Promise<Response>;

/**
 * The protocol half over HTTP: MCP of both eras on one URL, stateless except for the sessions given as an
 * option. It checks Host, Origin and method; callers must be authenticated before. A client that disconnects
 * aborts its call.
 */
export function createProtocol(options: ProtocolOptions): ProtocolAnswer {
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
  return async (request, given) => {
    const refused = guardRequest(request, options);
    if (refused !== null) return refused;
    const contradiction = checkParamHeaders && (await checkParamHeaders(given?.again() ?? request));
    if (contradiction) return addResponseHeaders(request, contradiction);
    if (!mayBeDirect(request)) return await answerFully(given?.again() ?? request);
    const { message, again } = given ?? (await readWhole(request));
    return await (answerDirectly(request, message) ?? answerFully(again()));
  };
}

async function readWhole(request: Request): Promise<ReadRequest> {
  const body = await request.text();
  const again = () => new Request(request, { method: 'POST', body });
  return { message: parseMessage(body), again };
}

/** Whether a request should be read for a direct response; not if its length is unknown. */
function mayBeDirect({ method, headers }: Request): boolean {
  const length = headers.get('content-length');
  return method === 'POST' && length !== null && Number(length) <= MAX_REQUEST_BYTES;
}
