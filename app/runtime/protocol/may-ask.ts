import type { ServedDefinition } from '../served-definition.ts';

/**
 * Whether a tool may ask the client something: code may ask anything, a destructive tool asks for
 * confirmation.
 */
export function mayAsk({ tools, policies, logs }: ServedDefinition): boolean {
  if (logs === true) return true;
  return (
    policies.confirmDestructive !== false &&
    tools.some(({ annotations }) => annotations?.destructiveHint === true)
  );
}
