import type { ServedDefinition } from '../served-definition.ts';

/** What each answer of 2026-07-28 says of the server. */
export function serverInfoOf(identity: ServedDefinition['identity']) {
  const { instructions: _, ...serverInfo } = identity;
  return serverInfo;
}
