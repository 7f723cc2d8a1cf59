import { createStatefulProtocol } from '#app/runtime/protocol/session/stateful-protocol.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { FIXTURE_DEFINITION } from './fixture-definition.ts';
import { serveHttp, type ServeOptions, type TestServer } from './serve-http.ts';

/** Starts a server of our own runtime, which speaks both eras, with sessions for those who begin one. */
export function startFixture(options: ServeOptions = {}): Promise<TestServer> {
  const answer = createStatefulProtocol({
    served: toServedDefinition(FIXTURE_DEFINITION),
    runTool: (call, client) =>
      runTool(FIXTURE_DEFINITION, call, {
        ...client,
        fetch: async () => ({ ok: false, reason: 'refused', message: 'There is no upstream.' }),
      }),
    hosts: ['127.0.0.1', 'localhost'],
    origins: ['*'],
  });
  return serveHttp(answer, options);
}
