import type { ServedDefinition } from '../served-definition.ts';

/** Server info in each response of 2026-07-28. */
export function serverInfoOf(identity: ServedDefinition['identity']) {
  const { instructions: _, ...serverInfo } = identity;
  return serverInfo;
}
