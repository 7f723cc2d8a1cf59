import { getToolName, isStaticToolUIPart, type UIMessage } from 'ai';

import { findTool } from '#app/builder/tools/builder-tools.ts';

import { readChunk } from './join-chunks.ts';
import type { LogLine } from './run-log.ts';

/** Line of a turn behind which all edits made so far are the draft. */
export const KEPT_CHUNK = { type: 'data-kept', data: null, transient: true } as const;

/**
 * Takes the answers of calls away whose edits had not become the draft when their object went away: what they
 * say is not true. Such a call counts as never finished, on the screen as for the model.
 */
export function loseUnkept(message: UIMessage, lines: readonly LogLine[]): UIMessage {
  const chunks = lines.map(readChunk);
  const kept = chunks.findLastIndex(({ type }) => type === KEPT_CHUNK.type);
  const answered = new Set(
    chunks
      .slice(kept + 1)
      .flatMap((chunk) => (chunk.type === 'tool-output-available' ? [chunk.toolCallId] : [])),
  );
  const parts = message.parts.map((part): UIMessage['parts'][number] => {
    if (!isStaticToolUIPart(part) || part.state !== 'output-available') return part;
    if (!answered.has(part.toolCallId)) return part;
    if (findTool(getToolName(part))?.effect !== 'changes') return part;
    const { type, toolCallId, input } = part;
    return { type, toolCallId, input, state: 'input-available' };
  });
  return { ...message, parts };
}
