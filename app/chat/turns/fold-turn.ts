import {
  getToolName,
  isToolUIPart,
  type DynamicToolUIPart,
  type TextUIPart,
  type ToolUIPart,
  type UIMessage,
} from 'ai';

import { nameDocument } from '#app/builder/models/describe-document.ts';
import { isHouseText, toNote } from '#app/builder/models/draft-note.ts';
import { ATTACHED } from '#app/builder/models/split-pasted.ts';
import { findTool } from '#app/builder/tools/builder-tools.ts';
import { problemsOf } from '#app/chat/chat-parts.ts';

import { boundValue } from './bound-value.ts';
import type { PastedText } from './history.ts';

type Part = UIMessage['parts'][number];
type Call = ToolUIPart | DynamicToolUIPart;

/** A result of so many characters stays as it is. */
export const SHORT_RESULT = 300;
/** Characters of what a call was given, and of a change that it made. */
const MAX_INPUT = 400;
const MAX_CHANGE = 400;
const MAX_FAILED_INPUT = 200;
/** Calls of one turn that failed and are told one by one. */
const MAX_FAILED = 3;
/** Calls of one tool in a turn that are told one by one. */
const MAX_SAME = 8;
/** Characters of one text that the model said. */
const MAX_SAID = 4_000;

/** An attached document, as `nameDocument` begins it. */
const REFERENCE = /^.*?import_document \{"attachment": .*?\}\./;

/**
 * An earlier answer as it is told from then on, in every prompt with the same words: what was read or
 * tried is one line, for the draft has gone on since; thoughts are left out.
 */
export function foldAnswer(message: UIMessage): UIMessage {
  const calls = message.parts.filter((part) => isToolUIPart(part)).filter(isFinished);
  const { dropped, more } = dropRepeated(calls);
  const parts = message.parts.flatMap((part): Part[] => {
    if (part.type === 'step-start') return [part];
    if (part.type === 'text') return [foldText(part)];
    if (!isToolUIPart(part) || !isFinished(part) || dropped.has(part)) return [];
    return [foldCall(part, more.get(part) ?? 0)];
  });
  return { ...message, parts };
}

/** The words of an answer; those of the product are told from the model's. */
function foldText(part: TextUIPart): Part {
  const text = cut(part.text, MAX_SAID);
  return { type: 'text', text: isHouseText(part) ? toNote(text) : text };
}

/** An earlier message of the person: their own words, and documents and pictures by their names. */
export function foldQuestion(
  message: UIMessage,
  pasted: ReadonlyMap<string, PastedText>,
): UIMessage {
  const parts = message.parts.flatMap((part): Part[] => {
    const named = part.type === 'text' ? pasted.get(part.text) : undefined;
    if (named)
      return [...toText(named.said), ...toText(nameDocument(named.name, named.text.length))];
    if (part.type === 'file') {
      const name = part.filename === undefined ? '' : ` ${JSON.stringify(part.filename)}`;
      return toText(`${ATTACHED}picture${name}, which was shown when it was sent.`);
    }
    if (part.type !== 'text' || !part.text.startsWith(ATTACHED)) return [part];
    const reference = REFERENCE.exec(part.text)?.[0];
    const isShort = part.text.length < SHORT_RESULT + (reference?.length ?? 0);
    return reference === undefined || isShort ? [part] : toText(reference);
  });
  return { ...message, parts };
}

/** The results of reads in one line each, for the older steps of a turn that has become too long. */
export function foldResult(tool: string, output: unknown): string | null {
  const effect = findTool(tool)?.effect;
  if (effect === 'changes' || effect === 'plans' || effect === 'asks') return null;
  return sizeOf(output) <= SHORT_RESULT ? null : describeRead(output);
}

/** Calls that are only counted: of those that failed, and of each tool those that did not. */
function dropRepeated(calls: readonly Call[]): { dropped: Set<Call>; more: Map<Call, number> } {
  const dropped = new Set<Call>();
  const more = new Map<Call, number>();
  const groups = Map.groupBy(calls, (part) => (hasFailed(part) ? null : getToolName(part)));
  for (const [tool, group] of groups) {
    const kept = tool === null ? MAX_FAILED : MAX_SAME;
    const last = group[kept - 1];
    if (group.length <= kept || last === undefined) continue;
    for (const part of group.slice(kept)) dropped.add(part);
    more.set(last, group.length - kept);
  }
  return { dropped, more };
}

function isFinished({ state }: Call): boolean {
  return state === 'output-available' || state === 'output-error';
}

function hasFailed(part: Call): boolean {
  if (part.state === 'output-error') return true;
  return problemsOf(part).length > 0;
}

function foldCall(part: Call, more: number): Part {
  const name = getToolName(part);
  const isLost = hasFailed(part);
  return {
    type: 'dynamic-tool',
    toolName: name,
    toolCallId: part.toolCallId,
    state: 'output-available',
    // A call that was cut off is text: what is not an object no provider takes as arguments.
    input: boundValue(toFields(part.input), isLost ? MAX_FAILED_INPUT : MAX_INPUT),
    output: isLost ? describeFailure(part, more) : foldOutput(name, part.output, more),
    ...('callProviderMetadata' in part && part.callProviderMetadata
      ? { callProviderMetadata: part.callProviderMetadata }
      : {}),
  };
}

function describeFailure(part: Call, more: number): string {
  const rest = more > 0 ? ` ${more} more calls of this turn failed.` : '';
  return `Failed: ${cut(problemsOf(part)[0] ?? 'no reason was given', 240)}${rest}`;
}

function foldOutput(tool: string, output: unknown, more: number): unknown {
  const folded = foldResult(tool, output) ?? boundValue(toChanges(output) ?? null, MAX_CHANGE);
  if (more === 0) return folded;
  const text = typeof folded === 'string' ? folded : JSON.stringify(folded);
  return `${text} ${more} more calls of ${tool} in this turn succeeded.`;
}

/** Of a change only its sentences: names, warnings and runs of then are no news any more. */
function toChanges(output: unknown): unknown {
  const { changed } = toFields(output);
  return Array.isArray(changed) && changed.length > 0 ? changed : output;
}

function describeRead(output: unknown): string {
  const size = `${sizeOf(output)} characters`;
  const { isError, text, verdict, score, fails } = toFields(output);
  if (isError === true) return `It failed: ${cut(String(text), 200)}`;
  if (Array.isArray(fails) && (typeof verdict === 'string' || typeof score === 'number')) {
    const ids = fails.slice(0, 10).map((each) => toFields(each)['id']);
    const said = typeof verdict === 'string' ? verdict : `Score ${String(score)}`;
    return `${said} then; failing: ${ids.length === 0 ? 'nothing' : ids.join(', ')}.`;
  }
  return `Done; it told ${size}, not repeated here. Call it again for what is there now.`;
}

function toFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function sizeOf(value: unknown): number {
  return (JSON.stringify(value) ?? '').length;
}

function toText(text: string): Part[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function cut(text: string, limit: number): string {
  return text.length <= limit
    ? text
    : `${text.slice(0, limit)}… (${text.length - limit} more characters)`;
}
