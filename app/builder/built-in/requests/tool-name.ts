import { toWords } from '#app/blueprint/words.ts';

import { joinText } from '#app/builder/built-in/words/lists.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';

/** The name that somebody gives to a tool: as it is where it can be one, else of its words. */
export function toToolName(tokens: readonly Token[]): string {
  const text = joinText(tokens).trim();
  return isToolName(text) ? text : toWords(text).join('_').slice(0, 64);
}

/** Whether every client takes this as a tool's name. */
function isToolName(text: string): boolean {
  return /^[A-Za-z0-9_.-]{1,64}$/.test(text);
}
