import type { JsonObject, Policies, ToolDefinition } from './definition.ts';
import type { ClientLink, ToolResult } from './tool-context.ts';
import { errorResult } from './tool-result.ts';

/** Characters of the arguments that the user is shown. */
const MAX_SHOWN = 600;

const QUESTION: JsonObject = {
  type: 'object',
  properties: {
    confirm: {
      type: 'boolean',
      title: 'Go ahead',
      description: 'Whether the call is made.',
      default: true,
    },
  },
  required: ['confirm'],
};

/** Whether a tool may destroy something, and the policies want the user asked. */
export function needsConfirmation({ annotations }: ToolDefinition, policies: Policies): boolean {
  return (
    annotations?.destructiveHint === true &&
    annotations.readOnlyHint !== true &&
    policies.confirmDestructive !== false
  );
}

/**
 * Asks the user before a destructive call.
 *
 * @returns null when the call may go on: the user agreed, or the client cannot ask; else the result
 *   that says that nothing was done.
 */
export async function confirmCall(
  { name, title }: ToolDefinition,
  args: JsonObject,
  client: Pick<ClientLink, 'elicit'>,
): Promise<ToolResult | null> {
  const text = JSON.stringify(args);
  const shown = text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
  const label = title === undefined ? name : `${title} (${name})`;
  const message = `${label} may change or destroy something for good. Call it with ${shown}?`;
  // Named by what is asked: an answer to one call must not count for another.
  const answer = await client.elicit(message, QUESTION, `confirm-${name}-${fingerprint(text)}`);
  if (answer === null) return null;
  if (answer.action === 'accept' && answer.content?.['confirm'] !== false) return null;
  const who = answer.action === 'cancel' ? 'did not answer' : 'declined';
  return errorResult(
    `Nothing was done: the user was asked to confirm the call of ${name} and ${who}. Do not try again unless the user asks for it.`,
  );
}

/** FNV-1a: tells the calls that one tool makes apart, and is no secret. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash.toString(16);
}
