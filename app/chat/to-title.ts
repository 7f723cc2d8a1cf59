import type { UIMessage } from 'ai';

import { blankSecrets } from '#app/blueprint/import/calls/blank-secrets.ts';
import { splitPasted } from '#app/builder/models/split-pasted.ts';

/** Characters of a title. */
const MAX_TITLE = 80;
/** Characters of a message that are looked at. */
const MAX_READ = 1_000;

/** A command from its name on, and the address in it. */
const COMMAND = /(?:^|\s)\$?\s*curl\s[\s\S]*/;
const ADDRESS = /https?:\/\/(?:[^\s/@"']*@)?([\w.-]+)/;
/** A value that somebody calls a credential. */
const CREDENTIAL =
  /\b((?:pass(?:word|wort|phrase)?|token|secret|api.?key|key)\s*(?:is|:|=)\s*)\S+/gi;

/**
 * A chat is called by the words that were said first, never by what was pasted, and without what may be a
 * secret; null where there are no words.
 */
export function toTitle({ parts }: UIMessage): string | null {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
  const said = splitPasted(text).said.slice(0, MAX_READ);
  const words = said.replace(COMMAND, '');
  const host = ADDRESS.exec(said)?.[1];
  const goal = words.trim() === '' && host !== undefined ? `Import from ${host}` : words;
  const line = blankSecrets(goal.replace(CREDENTIAL, '$1…')).replace(/\s+/g, ' ').trim();
  if (line === '') return null;
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1)}…` : line;
}
