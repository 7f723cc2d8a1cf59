import { getToolName, isToolUIPart, type UIMessage, type UIMessageChunk } from 'ai';
import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { askUser } from '#app/builder/tools/ask-user.ts';
import type { BuilderTool, BuilderCall } from '#app/builder/tools/builder-tool.ts';
import { findTool } from '#app/builder/tools/builder-tools.ts';
import { guardEdit } from '#app/builder/tools/guard/guard-edit.ts';
import type { EditAnswer } from '#app/builder/tools/workspace.ts';
import { randomId } from '#app/platform/ids.ts';
import { sha256 } from '#app/platform/sha256.ts';

import { describeValue } from './model-text.ts';
import { splitPasted } from './split-pasted.ts';

/** Type of the part that binds a user's answer to one exact edit. Only the product writes it. */
export const CONFIRMATION_PART = 'data-confirm';

const Confirmation = z.object({
  /** The confirming answer, verbatim. */
  yes: z.string(),
  /** SHA-256 of the call. */
  call: z.string(),
});

const NO = 'No, leave it as it is';
/** Maximum length of an edit shown with the question. */
const MAX_SHOWN = 240;

/**
 * Tracks what a turn may trust: the user's own words, whether it has read untrusted text, and the edit that
 * the user confirmed in their last answer.
 */
export class TurnTrust {
  readonly #said: string;
  readonly #pasted: string;
  readonly #granted: Set<string>;
  #isTainted: boolean;
  #hasAsked = false;

  /** @param messages The branch up to the user's message, and what follows it if the turn continues. */
  constructor(messages: readonly UIMessage[]) {
    const index = messages.findLastIndex(({ role }) => role === 'user');
    const texts = textsOf(messages[index]).map(splitPasted);
    this.#said = texts.map(({ said }) => said).join('\n');
    this.#pasted = texts.map(({ pasted }) => pasted).join('\n');
    this.#isTainted = messages.some(hasUntrusted) || messages.some(hasGiven);
    this.#granted = readGrants(messages[index - 1], this.#said.trim());
  }

  /** The user was asked: the turn ends with this step. */
  get hasAsked(): boolean {
    return this.#hasAsked;
  }

  /** Records a tool's result, whose text the model has read from now on. */
  note({ isUntrusted }: BuilderTool): void {
    if (isUntrusted) this.#isTainted = true;
  }

  /** Null if a call is allowed; otherwise the result that the model gets instead. */
  async stop(
    call: BuilderCall,
    blueprint: Blueprint,
    write: (part: UIMessageChunk) => void,
  ): Promise<EditAnswer | null> {
    const words = { isTainted: this.#isTainted, said: this.#said, pasted: this.#pasted };
    const verdict = guardEdit(words, call, blueprint);
    if (verdict.act === 'allow') return null;
    if (verdict.act === 'refuse') return refuse(verdict.why);
    const mark = await sha256(toCanonical({ tool: call.tool.name, input: call.input }));
    if (this.#granted.delete(mark)) return null;
    if (this.#hasAsked) return refuse('Not done: the person is asked something else already.');
    this.#hasAsked = true;
    askPerson(verdict.what, call, mark, write);
    return refuse(
      'Not done yet: the person is asked, because you have read what others wrote. End here. If they agree, make exactly this call again.',
    );
  }
}

function refuse(message: string): EditAnswer {
  return { changed: [], problems: [{ path: '$', message }] };
}

/** Asks as the tool `ask_user` does, and stores what a yes would confirm. */
function askPerson(
  what: string,
  { tool, input }: BuilderCall,
  call: string,
  write: (part: UIMessageChunk) => void,
): void {
  const id = randomId();
  const yes = `Yes, ${what}`;
  const shown = `${tool.name} ${describeValue(input, MAX_SHOWN)}`;
  const question = `The builder wants to ${what}. It has read texts that others wrote, so you decide. Exactly: ${shown}`;
  const asked = { question, choices: [yes, NO], default: NO };
  write({ type: 'tool-input-available', toolCallId: id, toolName: askUser.name, input: asked });
  write({ type: 'tool-output-available', toolCallId: id, output: { asked: true } });
  write({ type: CONFIRMATION_PART, id, data: { yes, call } });
}

function readGrants(before: UIMessage | undefined, said: string): Set<string> {
  const granted = new Set<string>();
  if (before?.role !== 'assistant') return granted;
  for (const part of before.parts) {
    if (part.type !== CONFIRMATION_PART || !('data' in part)) continue;
    const confirmation = Confirmation.safeParse(part.data);
    if (confirmation.success && confirmation.data.yes === said) {
      granted.add(confirmation.data.call);
    }
  }
  return granted;
}

function hasUntrusted({ parts }: UIMessage): boolean {
  // Of a tool that is gone nobody knows any more what it told.
  return parts.some(
    (part) => isToolUIPart(part) && findTool(getToolName(part))?.isUntrusted !== false,
  );
}

/** Whether the user has attached or pasted something of unknown authorship. */
function hasGiven(message: UIMessage): boolean {
  if (message.role !== 'user') return false;
  const isFile = ({ type }: UIMessage['parts'][number]) => type === 'file';
  const isPasted = (text: string) => splitPasted(text).pasted.trim() !== '';
  return message.parts.some(isFile) || textsOf(message).some(isPasted);
}

function textsOf(message: UIMessage | undefined): string[] {
  return (message?.parts ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

/** The same text for the same call, regardless of the order of its properties. */
function toCanonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
