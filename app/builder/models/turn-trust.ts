import { getToolName, isToolUIPart, type UIMessage, type UIMessageChunk } from 'ai';
import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { BUILDER_TOOLS } from '#app/builder/tools/builder-tools.ts';
import { guardEdit, type GuardedCall } from '#app/builder/tools/guard-edit.ts';
import type { EditAnswer } from '#app/builder/tools/workspace.ts';
import { randomId } from '#app/platform/ids.ts';
import { sha256 } from '#app/platform/sha256.ts';

import { describeValue } from './model-text.ts';
import { splitPasted } from './split-pasted.ts';

/** Type of the part that binds an answer of the person to one exact edit. Only the product writes it. */
export const CONFIRMATION_PART = 'data-confirm';

const Confirmation = z.object({
  /** The answer that grants it, word for word. */
  yes: z.string(),
  /** SHA-256 of the call. */
  call: z.string(),
});

const NO = 'No, leave it as it is';
/** Characters of an edit that are shown with the question. */
const MAX_SHOWN = 240;

const UNTRUSTED = new Set(
  BUILDER_TOOLS.flatMap(({ name, isUntrusted }) => (isUntrusted === true ? [name] : [])),
);

/**
 * Whom a turn may believe: what the person said themselves, whether it has read what others wrote,
 * and which edit the person has agreed to in their answer to the question before.
 */
export class TurnTrust {
  readonly #said: string;
  readonly #pasted: string;
  readonly #granted: Set<string>;
  #isTainted: boolean;
  #hasAsked = false;

  /** @param messages The branch up to the person's message, and what follows it where the turn goes on. */
  constructor(messages: readonly UIMessage[]) {
    const index = messages.findLastIndex(({ role }) => role === 'user');
    const texts = textsOf(messages[index]).map(splitPasted);
    this.#said = texts.map(({ said }) => said).join('\n');
    this.#pasted = texts.map(({ pasted }) => pasted).join('\n');
    this.#isTainted = messages.some(hasUntrusted) || messages.some(hasGiven);
    this.#granted = readGrants(messages[index - 1], this.#said.trim());
  }

  /** The person was asked: the turn ends with this step. */
  get hasAsked(): boolean {
    return this.#hasAsked;
  }

  /** A tool has answered; from now on its text is among what the model has read. */
  note(tool: string): void {
    if (UNTRUSTED.has(tool)) this.#isTainted = true;
  }

  /** Null where a call may be made; else what the model gets instead of its result. */
  async stop(
    call: GuardedCall,
    blueprint: Blueprint,
    write: (part: UIMessageChunk) => void,
  ): Promise<EditAnswer | null> {
    const words = { isTainted: this.#isTainted, said: this.#said, pasted: this.#pasted };
    const verdict = guardEdit(words, call, blueprint);
    if (verdict.act === 'allow') return null;
    if (verdict.act === 'refuse') return refuse(verdict.why);
    const mark = await sha256(toCanonical(call));
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

/** Asks as the tool `ask_user` does, and keeps what a yes would mean. */
function askPerson(
  what: string,
  { tool, input }: GuardedCall,
  call: string,
  write: (part: UIMessageChunk) => void,
): void {
  const id = randomId();
  const yes = `Yes, ${what}`;
  const shown = `${tool} ${describeValue(input, MAX_SHOWN)}`;
  const question = `The builder wants to ${what}. It has read texts that others wrote, so you decide. Exactly: ${shown}`;
  const asked = { question, choices: [yes, NO], default: NO };
  write({ type: 'tool-input-available', toolCallId: id, toolName: 'ask_user', input: asked });
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
  return parts.some((part) => isToolUIPart(part) && UNTRUSTED.has(getToolName(part)));
}

/** Whether the person has attached or pasted something here, of which nobody knows who wrote it. */
function hasGiven(message: UIMessage): boolean {
  if (message.role !== 'user') return false;
  const isFile = ({ type }: UIMessage['parts'][number]) => type === 'file';
  const isPasted = (text: string) => splitPasted(text).pasted.trim() !== '';
  return message.parts.some(isFile) || textsOf(message).some(isPasted);
}

function textsOf(message: UIMessage | undefined): string[] {
  return (message?.parts ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

/** The same text for the same call, whatever the order of its properties. */
function toCanonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
