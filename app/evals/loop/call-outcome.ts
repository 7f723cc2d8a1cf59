import type { Result } from '#app/platform/result.ts';
import { isJsonObject, type JsonObject } from '#app/runtime/json.ts';

import type { CatalogTool } from './tool-catalog.ts';

/** How a call ended: the server's answer, or why there is none. */
export interface LoopOutcome {
  /** The result of `tools/call`; null where none came. */
  result: JsonObject | null;
  /** Why none came, or why the tool was not called. */
  problem: string | null;
  isError: boolean;
  milliseconds: number;
}

/** Calls a tool at its server. */
export type CallTool = (
  tool: CatalogTool,
  input: JsonObject,
  signal: AbortSignal,
) => Promise<LoopOutcome>;

/** Characters of one result that a model is told. */
const MAX_TOLD = 40_000;

/** Calls a tool over a connection, or whatever else sends requests. */
export async function callOver(
  request: (
    method: string,
    params: JsonObject,
    options: { signal: AbortSignal },
  ) => Promise<Result<JsonObject, { reason: string; message: string }>>,
  tool: string,
  input: JsonObject,
  signal: AbortSignal,
): Promise<LoopOutcome> {
  const startedAt = Date.now();
  const answer = await request('tools/call', { name: tool, arguments: input }, { signal });
  const milliseconds = Date.now() - startedAt;
  if (!answer.ok) {
    return { result: null, problem: answer.message, isError: true, milliseconds };
  }
  const isError = answer.value['isError'] === true;
  return { result: answer.value, problem: null, isError, milliseconds };
}

/** The text of a result as a model gets it: texts, structured content where there is no text, and the names of the rest. */
export function toToldText({ result, problem }: LoopOutcome): string {
  if (result === null) return problem ?? 'The tool did not answer.';
  const { content, structuredContent } = result;
  const parts = Array.isArray(content) ? content.map(toToldPart) : [];
  const hasText = parts.some((part) => part !== '');
  const text =
    !hasText && structuredContent !== undefined
      ? JSON.stringify(structuredContent)
      : parts.join('\n');
  if (text === '') return 'The tool answered without content.';
  if (text.length <= MAX_TOLD) return text;
  const cut = text.slice(0, MAX_TOLD).toWellFormed();
  return `${cut}\n[The result goes on for ${(text.length - MAX_TOLD).toLocaleString('en')} characters.]`;
}

function toToldPart(part: unknown): string {
  if (!isJsonObject(part)) return '';
  const { type, text, mimeType, uri, name, resource } = part;
  if (typeof text === 'string') return text;
  if (isJsonObject(resource)) {
    if (typeof resource['text'] === 'string') return resource['text'];
    const place = typeof resource['uri'] === 'string' ? ` ${resource['uri']}` : '';
    return `[resource${place}]`;
  }
  const told = [type, name, uri, mimeType].filter((word) => typeof word === 'string');
  return `[${told.join(', ')}]`;
}
