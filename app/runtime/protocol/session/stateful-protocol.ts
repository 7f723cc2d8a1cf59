import { loadOnce } from '../../load-once.ts';
import type { ServedDefinition } from '../../served-definition.ts';
import { createEventBus } from '../event-bus.ts';
import { createProtocol } from '../protocol.ts';
import type { ProtocolOptions } from '../protocol.ts';
import { createStateSeal } from '../serving.ts';
import type { Serving } from '../serving.ts';

/**
 * As {@link createProtocol}, for a long-running process that every request of a client reaches: it keeps
 * sessions of 2025 in memory, and notifies clients of both eras of changes.
 */
export function createStatefulProtocol(
  options: Omit<ProtocolOptions, 'changes' | 'sessions'>,
): (request: Request) => Promise<Response> {
  const { served, runTool, state = createStateSeal() } = options;
  const changes = createEventBus(options.onError);
  const host = loadOnce(() => openHost(served, { runTool, state, changes }));
  const sessions = async (request: Request) => {
    const answer = await host();
    return await answer(request);
  };
  return createProtocol({ ...options, state, changes, sessions });
}

/** Sessions need the SDK, which startup does not load. */
async function openHost(served: ServedDefinition, serving: Serving) {
  const [{ createSessionHost }, { createServer }] = await Promise.all([
    import('./session-host.ts'),
    import('../create-server.ts'),
  ]);
  return createSessionHost({
    served,
    createServer: () => createServer(served, serving, { isLive: true }),
  });
}
