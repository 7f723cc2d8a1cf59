import type { JsonObject, ToolDefinition } from '../definition.ts';
import type { Policies } from '../policies.ts';
import type { ClientLink, ToolResult } from '../tool-context.ts';
import { errorResult } from '../tool-result.ts';

/** Maximum length of the arguments shown to the user, and of their names if truncated. */
const MAX_SHOWN = 600;

/** Characters that are invisible or reorder the text around them. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const QUESTION: JsonObject = {
  type: 'object',
  properties: {
    confirm: {
      type: 'boolean',
      title: 'Go ahead',
      description: 'Whether the call is made.',
    },
  },
  required: ['confirm'],
};

/** Whether a tool may destroy something and the policies require confirmation. */
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
 * @returns null if the call may proceed: the user agreed, or the client cannot ask; else a result that says
 *   that nothing was done.
 */
export async function confirmCall(
  { name, title }: ToolDefinition,
  args: JsonObject,
  client: Pick<ClientLink, 'elicit'>,
): Promise<ToolResult | null> {
  const text = JSON.stringify(args);
  const label = title === undefined ? name : `${reveal(title)} (${name})`;
  const message = `${label} may change or destroy something for good. Call it with ${show(args)}?`;
  // The name depends on the arguments: an answer to one call must not count for another.
  const answer = await client.elicit(message, QUESTION, `confirm-${name}-${fingerprint(text)}`);
  if (answer === null) return null;
  if (answer.action === 'accept' && answer.content?.['confirm'] === true) return null;
  const who = answer.action === 'cancel' ? 'did not answer' : 'declined';
  return errorResult(
    `Nothing was done: the user was asked to confirm the call of ${name} and ${who}. Do not try again unless the user asks for it.`,
  );
}

/** The arguments as far as there is room, and a count of the rest. */
function show(args: JsonObject): string {
  const text = reveal(JSON.stringify(args));
  if (text.length <= MAX_SHOWN) return text;
  const names = cutText(reveal(JSON.stringify(Object.keys(args))));
  return `${cutText(text)} (of all its arguments ${names})`;
}

function cutText(text: string): string {
  const left = text.length - MAX_SHOWN;
  return left <= 0
    ? text
    : `${text.slice(0, MAX_SHOWN).toWellFormed()}… and ${left} characters more`;
}

/** Writes invisible characters out as escapes. */
function reveal(text: string): string {
  return text.replace(HIDDEN, (hidden) =>
    hidden
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** FNV-1a: distinguishes the calls of one tool; not a secret. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash.toString(16);
}
