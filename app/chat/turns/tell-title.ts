import type { UIMessageChunk } from 'ai';

import { toTitleChunk } from '#app/chat/title-news.ts';

import type { RunLog } from './log/run-log.ts';

/**
 * Writes the chunks of a turn to its log; behind the beginning of the first step the title of the chat, which
 * the model may have changed by then.
 */
export function tellTitle(
  log: RunLog,
  readTitle: () => string | null,
): (chunk: UIMessageChunk) => void {
  let isTold = false;
  return (chunk) => {
    log.append(chunk);
    if (isTold || chunk.type !== 'start-step') return;
    isTold = true;
    const title = readTitle();
    if (title !== null) log.append(toTitleChunk(title));
  };
}
