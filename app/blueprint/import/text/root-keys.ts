/** Characters that are searched for keys: marks of formats stand at the beginning. */
const MAX_CHARACTERS = 200_000;

/** Keys of the object that a JSON text begins with, also where it breaks off; parses nothing. */
export function rootKeys(text: string): Set<string> {
  const keys = new Set<string>();
  const end = Math.min(text.length, MAX_CHARACTERS);
  let depth = 0;
  for (let at = 0; at < end; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === '"') {
      const start = at + 1;
      at = closingQuote(text, start, end);
      if (depth === 1 && isColonNext(text, at + 1, end)) keys.add(text.slice(start, at));
    }
    if (depth === 0 && /\S/.test(character ?? '')) return keys;
  }
  return keys;
}

function closingQuote(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function isColonNext(text: string, start: number, end: number): boolean {
  let at = start;
  while (at < end && /\s/.test(text[at] ?? '')) at += 1;
  return text[at] === ':';
}
