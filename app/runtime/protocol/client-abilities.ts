import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
} from '@modelcontextprotocol/server';
import type { Server, ServerContext } from '@modelcontextprotocol/server';

import type { ClientAbility } from '../definition.ts';
import { isJsonObject } from '../json.ts';

/** What a client can be asked for. */
export type ClientAbilities = Record<ClientAbility, boolean>;

/** Reads what a client declared; whatever is no object declares nothing. */
export function toAbilities(declared: unknown): ClientAbilities {
  const { elicitation, sampling, roots } = isJsonObject(declared) ? declared : {};
  return {
    // A client that names no mode can show forms; that is how it was before there were modes.
    elicitation: isJsonObject(elicitation) && ('form' in elicitation || !('url' in elicitation)),
    sampling: isJsonObject(sampling),
    roots: isJsonObject(roots),
  };
}

/** Today each request says what its client can; before, the handshake did. */
export function abilitiesOf(server: Server, { mcpReq }: ServerContext): ClientAbilities {
  const envelope: { [key: string]: unknown } = mcpReq.envelope ?? {};
  return toAbilities(envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities());
}

/** @throws MissingRequiredClientCapabilityError for what the client lacks. */
export function requireAbilities(required: ClientAbility[], can: ClientAbilities): void {
  const missing = required.filter((ability) => !can[ability]);
  if (missing.length === 0) return;
  const requiredCapabilities = Object.fromEntries(missing.map((ability) => [ability, {}]));
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities });
}
