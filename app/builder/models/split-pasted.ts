/** What a person wrote themselves is short; what is longer was pasted. */
const MAX_SAID = 4_000;

/** Where a pasted document begins: JSON, YAML, XML, a code fence, a quoted mail. */
const DOCUMENT =
  /^[ \t]*(?:\{|\[\s*["{[]|"?(?:openapi|swagger|asyncapi|info|paths|servers)"?\s*:|<[?!a-z]|`{3}|>|---\s*$)/im;

/** How a text begins that was made of an attached file: nothing in it was said by the person. */
export const ATTACHED = 'Attached document ';

export interface SplitText {
  /** In the person's own words. */
  said: string;
  /** What they pasted after that: written by whoever wrote it. Empty: nothing. */
  pasted: string;
}

/** Tells what a person says in a message from what they paste into it; in doubt it is pasted. */
export function splitPasted(text: string): SplitText {
  if (text.startsWith(ATTACHED)) return { said: '', pasted: text };
  const start = DOCUMENT.exec(text)?.index ?? text.length;
  const said = text.slice(0, start);
  if (said.length > MAX_SAID) return { said: '', pasted: text };
  return { said: said.trim(), pasted: text.slice(start).trim() };
}
