import { createMcpHandler } from '@modelcontextprotocol/server';

import { createServerFactory } from './create-server.ts';
import { addResponseHeaders, guardRequest } from './http-guard.ts';
import type { HttpGuardOptions } from './http-guard.ts';
import type { ServedDefinition } from './served-definition.ts';
import type { ToolRunner } from './tool-context.ts';

/** Arguments may carry files in base64. */
const MAX_REQUEST_BYTES = 10 * 1024 * 1024;

export interface ProtocolOptions extends HttpGuardOptions {
  served: ServedDefinition;
  runTool: ToolRunner;
  /** Hears of requests that were rejected and of faults; it changes no answer. */
  onError?: (error: Error) => void;
}

/**
 * The protocol half over HTTP: MCP of both eras on one URL, without sessions. It checks Host, Origin
 * and method; who the caller is has to be checked before. A client that disconnects aborts its call.
 */
export function createProtocol(options: ProtocolOptions): (request: Request) => Promise<Response> {
  const { served, runTool, onError } = options;
  const endpoint = createMcpHandler(createServerFactory(served, runTool), {
    maxRequestBodySize: MAX_REQUEST_BYTES,
    onerror: (error) => onError?.(error),
  });
  return async (request) => {
    const answer = guardRequest(request, options);
    return answer ?? addResponseHeaders(request, await endpoint.fetch(request));
  };
}
