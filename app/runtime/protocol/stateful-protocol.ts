import { InMemoryServerEventBus } from '@modelcontextprotocol/server';

import { createServer } from './create-server.ts';
import { createProtocol } from './protocol.ts';
import type { ProtocolOptions } from './protocol.ts';
import { createStateSeal } from './serving.ts';
import { createSessionHost } from './session-host.ts';

/**
 * As {@link createProtocol}, for a process that stays and that every request of a client reaches: it
 * keeps sessions of 2025 in its memory, and tells clients of both eras what changes.
 */
export function createStatefulProtocol(
  options: Omit<ProtocolOptions, 'changes' | 'sessions'>,
): (request: Request) => Promise<Response> {
  const { served, runTool, state = createStateSeal() } = options;
  const changes = new InMemoryServerEventBus(options.onError);
  const sessions = createSessionHost({
    served,
    createServer: () => createServer(served, { runTool, state, changes }, { isLive: true }),
  });
  return createProtocol({ ...options, state, changes, sessions });
}
