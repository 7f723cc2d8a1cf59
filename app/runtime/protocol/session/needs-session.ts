import { isInitializeRequest } from '@modelcontextprotocol/server';

import type { ServedDefinition } from '../../served-definition.ts';
import { toAbilities } from '../client-abilities.ts';
import { mayAsk } from '../may-ask.ts';

/** Requests with one of these headers do not open a session. */
const LATER = ['mcp-session-id', 'mcp-method', 'mcp-protocol-version'];

/** Whether a request may start the handshake of 2025; only then is its body inspected. */
export function mayInitialize(request: Request): boolean {
  return request.method === 'POST' && !LATER.some((name) => request.headers.has(name));
}

/**
 * Why an initial message needs a session: the server may `ask` something that the client can answer, or has
 * resources that change, which the client can only `watch` in one. Null: a session is not needed.
 */
export function needsSession(served: ServedDefinition, message: unknown): 'ask' | 'watch' | null {
  if (!isInitializeRequest(message)) return null;
  const { capabilities } = message.params;
  const canAnswer = Object.values(toAbilities(capabilities)).includes(true);
  if (canAnswer && mayAsk(served)) return 'ask';
  return canWatch(served) ? 'watch' : null;
}

/** Whether the content of any resource can change. */
export function canWatch({ resources }: ServedDefinition): boolean {
  return resources.some(({ content }) => content.kind === 'tool');
}
