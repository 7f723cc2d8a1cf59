/** Values nested deeper are nobody's answer; whatever walks through them may run out of stack. */
export const MAX_JSON_DEPTH = 500;

/** Whether a JSON text nests so deep that its value is not looked at, told in one pass over the text. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (isInText) {
      if (character === BACKSLASH) at += 1;
      else if (character === QUOTE) isInText = false;
    } else if (character === QUOTE) isInText = true;
    // `{` and `[`, `}` and `]` differ in one bit.
    else if ((character | 0x20) === OPENING) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return true;
    } else if ((character | 0x20) === CLOSING) depth -= 1;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = 0x7b;
const CLOSING = 0x7d;
