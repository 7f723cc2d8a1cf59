import type { ServedDefinition } from '../served-definition.ts';

/**
 * Whether a tool may ask the client something: code may ask anything, a destructive tool asks for
 * confirmation, and some send their user to an address.
 */
export function mayAsk({ tools, policies, logs, links }: ServedDefinition): boolean {
  if (logs === true || links === true) return true;
  return (
    policies.confirmDestructive !== false &&
    tools.some(({ annotations }) => annotations?.destructiveHint === true)
  );
}
