import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
} from '@modelcontextprotocol/server';
import type { Server, ServerContext } from '@modelcontextprotocol/server';

import type { ClientAbility } from '../definition.ts';
import { isJsonObject } from '../json.ts';

/** Requests that a client supports. */
export type ClientAbilities = Record<ClientAbility, boolean> & {
  /** It opens addresses for its user. */
  urls: boolean;
};

/** Reads a client's capabilities; a value that is not an object declares none. */
export function toAbilities(declared: unknown): ClientAbilities {
  const { elicitation, sampling, roots } = isJsonObject(declared) ? declared : {};
  return {
    // A client that names no mode supports forms, as before there were modes.
    elicitation: isJsonObject(elicitation) && ('form' in elicitation || !('url' in elicitation)),
    urls: isJsonObject(elicitation) && 'url' in elicitation,
    sampling: isJsonObject(sampling),
    roots: isJsonObject(roots),
  };
}

/** In the newest revision each request declares the client's capabilities; earlier, the handshake did. */
export function abilitiesOf(server: Server, { mcpReq }: ServerContext): ClientAbilities {
  const envelope: { [key: string]: unknown } = mcpReq.envelope ?? {};
  return toAbilities(envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities());
}

/** @throws MissingRequiredClientCapabilityError for capabilities that the client lacks. */
export function requireAbilities(required: ClientAbility[], can: ClientAbilities): void {
  const missing = required.filter((ability) => !can[ability]);
  if (missing.length === 0) return;
  const requiredCapabilities = Object.fromEntries(missing.map((ability) => [ability, {}]));
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities });
}
