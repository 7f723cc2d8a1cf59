import type { ServedDefinition } from '../served-definition.ts';

/** What each answer of 2026-07-28 says of the server. */
export function serverInfoOf({ instructions: _, ...serverInfo }: ServedDefinition['identity']) {
  return serverInfo;
}
