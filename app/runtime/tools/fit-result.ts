import { isJsonObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { toJsonPath } from '../schema/find-problems.ts';
import type { ContentBlock, ToolResult } from '../tool-context.ts';
import { byteLength, cutJson, cutToBytes } from './cut-json.ts';
import type { Cut } from './cut-json.ts';

/** Bytes reserved for the notice. */
const NOTICE_BYTES = 400;
const MAX_NAMED_CUTS = 3;

/**
 * Limits a result to the size that the policies allow. Structured content stays an object and its mirror
 * valid JSON; a notice names the omissions and how to ask for less.
 */
export function fitResult(result: ToolResult, maxBytes: number): ToolResult {
  const text = JSON.stringify(result);
  // A character takes at most 3 bytes, so short texts need no count.
  if (text.length * 3 <= maxBytes || byteLength(text) <= maxBytes) return result;
  const { structuredContent } = result;
  if (structuredContent === undefined) return fitContent(result, maxBytes);
  return fitStructured(result, structuredContent, maxBytes);
}

function fittedSize(result: ToolResult): number {
  return byteLength(JSON.stringify(result));
}

function fitStructured(result: ToolResult, whole: JsonObject, maxBytes: number): ToolResult {
  // The content is sent twice, with every quote escaped in the mirror, so the room for the value itself has
  // to be found by trial.
  let budget = Math.floor((maxBytes - NOTICE_BYTES) / 2);
  for (let attempt = 0; attempt < 12 && budget > 16; attempt += 1) {
    const cuts: Cut[] = [];
    const cut = cutJson(whole, budget, cuts);
    const fitted = mirrored(result, isJsonObject(cut) ? cut : {}, notice(cuts, maxBytes));
    const size = fittedSize(fitted);
    if (size <= maxBytes) return fitted;
    budget = Math.floor(budget * Math.min(0.9, maxBytes / size));
  }
  return mirrored(result, {}, notice([], maxBytes));
}

function mirrored(result: ToolResult, cut: JsonObject, note: string): ToolResult {
  return {
    ...result,
    content: [
      { type: 'text', text: JSON.stringify(cut) },
      { type: 'text', text: note },
    ],
    structuredContent: cut,
  };
}

function fitContent(result: ToolResult, maxBytes: number): ToolResult {
  let left = maxBytes - NOTICE_BYTES;
  const content: ContentBlock[] = [];
  const notes: string[] = [];
  for (const block of result.content) {
    const size = byteLength(JSON.stringify(block)) + 1;
    if (size <= left) {
      content.push(block);
      left -= size;
    } else if (block.type === 'text' && left > 100) {
      const text = cutToBytes(block.text, left - 50);
      content.push({ type: 'text', text });
      notes.push(`${text.length} of ${block.text.length} characters are shown`);
      left = 0;
    } else {
      notes.push(`${describeBlock(block)} of ${size} bytes is left out`);
    }
  }
  const text = `${beginNotice(maxBytes)} ${summarize(notes)}. ${SIZE_ADVICE}`;
  return { ...result, content: [...content, { type: 'text', text }] };
}

function describeBlock(block: ContentBlock): string {
  if (block.type === 'resource') return `a file (${block.resource.mimeType ?? 'of unknown type'})`;
  if (block.type === 'resource_link') return `a link to ${block.name.slice(0, 40)}`;
  return block.type === 'text' ? 'a text' : `${block.type} content (${block.mimeType})`;
}

const SIZE_ADVICE = 'Ask for less: a filter, a smaller page or fewer fields.';

function beginNotice(maxBytes: number): string {
  return `Cut to fit the limit of ${maxBytes} bytes:`;
}

function notice(cuts: Cut[], maxBytes: number): string {
  // Cuts of whole lists matter more than nested ones, and are nearer to the root.
  const sorted = [...cuts].sort((a, b) => a.path.length - b.path.length);
  const notes = sorted.map(
    ({ path, kept, total, unit }) =>
      `${toJsonPath(path.map((token) => token.slice(0, 40)))} holds ${kept} of ${total} ${unit}`,
  );
  if (notes.length === 0) notes.push('nothing of it fits');
  return `${beginNotice(maxBytes)} ${summarize(notes)}. ${SIZE_ADVICE}`;
}

function summarize(notes: string[]): string {
  const rest = notes.length - MAX_NAMED_CUTS;
  const named = notes.slice(0, MAX_NAMED_CUTS).join('; ');
  return rest > 0 ? `${named}; and ${rest} more cuts` : named;
}
