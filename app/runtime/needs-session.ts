import { isInitializeRequest } from '@modelcontextprotocol/server';

import { toAbilities } from './client-abilities.ts';
import type { ServedDefinition } from './served-definition.ts';

/** Requests with one of these headers do not open a session. */
const LATER = ['mcp-session-id', 'mcp-method', 'mcp-protocol-version'];

/** Whether a request may be the first of the handshake of 2025: only then is its body worth a look. */
export function mayInitialize(request: Request): boolean {
  return request.method === 'POST' && !LATER.some((name) => request.headers.has(name));
}

/**
 * Whether this message begins a connection that needs a session: the server may ask something that
 * the client can answer, or has resources that change. All other clients are served without one.
 */
export function needsSession(served: ServedDefinition, message: unknown): boolean {
  if (!isInitializeRequest(message)) return false;
  const { capabilities } = message.params;
  const canAnswer = Object.values(toAbilities(capabilities)).includes(true);
  return (canAnswer && mayAsk(served)) || canWatch(served);
}

/** Code may ask anything; a destructive tool asks for confirmation. */
export function mayAsk({ tools, policies, logs }: ServedDefinition): boolean {
  if (logs === true) return true;
  return (
    policies.confirmDestructive !== false &&
    tools.some(({ annotations }) => annotations?.destructiveHint === true)
  );
}

/** Whether there is a resource whose content may become another. */
export function canWatch({ resources }: ServedDefinition): boolean {
  return resources.some(({ content }) => content.kind === 'tool');
}
