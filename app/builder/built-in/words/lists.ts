import type { Token } from './tokens.ts';

/** `a`, `a, b and c`, `"a" or "b"`, as one item each. */
export function splitList(tokens: readonly Token[]): Token[][] {
  const items: Token[][] = [[]];
  for (const token of tokens) {
    if (/^(?:,|and|or|&|\+|plus|as-well-as)$/.test(token.word)) items.push([]);
    else items.at(-1)?.push(token);
  }
  return items.filter((item) => item.length > 0);
}

/** The names joined for a sentence: `a, b and c`; of many, the first. */
export function joinNames(names: readonly string[], most = 10): string {
  const shown = names.slice(0, most).map((name) => `\`${name}\``);
  const left = names.length - shown.length;
  if (left > 0) return `${shown.join(', ')} and ${left} more`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

/** Tokens without the words at both ends that say nothing. */
export function trimWords(tokens: readonly Token[], idle: RegExp): Token[] {
  let from = 0;
  let to = tokens.length;
  const isIdle = (token: Token | undefined) =>
    token !== undefined && token.word !== '' && idle.test(token.word);
  while (from < to && isIdle(tokens[from])) from += 1;
  while (to > from && isIdle(tokens[to - 1])) to -= 1;
  return tokens.slice(from, to);
}

/** The tokens as they are written, with single spaces; quotations without their marks. */
export function joinText(tokens: readonly Token[]): string {
  return tokens
    .map(({ text, start }, at) => {
      const before = tokens[at - 1];
      return before && before.end !== start ? ` ${text}` : text;
    })
    .join('');
}

/** `1 tool`, `2 tools`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
