import { createMcpHandler } from '@modelcontextprotocol/server';

import { createServer } from './create-server.ts';
import { addResponseHeaders, guardRequest } from './http-guard.ts';
import type { HttpGuardOptions } from './http-guard.ts';
import { MAX_REQUEST_BYTES } from './read-message.ts';
import type { ServedDefinition } from './served-definition.ts';
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
  const endpoint = createMcpHandler(
    ({ era }) =>
      createServer(served, serving, { isLive: era === 'modern' && changes !== undefined }),
    {
      maxRequestBodySize: MAX_REQUEST_BYTES,
      ...(changes === undefined ? {} : { bus: changes }),
      onerror: (error) => onError?.(error),
    },
  );
  return async (request) => {
    const answer = guardRequest(request, options);
    if (answer !== null) return answer;
    const inSession = await sessions?.(request);
    return addResponseHeaders(request, inSession ?? (await endpoint.fetch(request)));
  };
}
