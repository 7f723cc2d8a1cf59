import { createMcpHandler } from '@modelcontextprotocol/server';

import type { ServedDefinition } from '../served-definition.ts';
import { createServer } from './create-server.ts';
import { MAX_REQUEST_BYTES } from './read-message.ts';
import type { Serving } from './serving.ts';

/** Answers every message of both eras outside a session, with an SDK server for each. */
export function createFullAnswers(
  served: ServedDefinition,
  serving: Serving,
  onError: ((error: Error) => void) | undefined,
): (request: Request) => Promise<Response> {
  const { changes } = serving;
  const endpoint = createMcpHandler(
    ({ era }) =>
      createServer(served, serving, {
        isLive: era === 'modern' && changes !== undefined,
        isNotifiedSeparately: true,
      }),
    {
      maxRequestBodySize: MAX_REQUEST_BYTES,
      ...(changes === undefined ? {} : { bus: changes }),
      onerror: (error) => onError?.(error),
    },
  );
  return (request) => endpoint.fetch(request);
}
