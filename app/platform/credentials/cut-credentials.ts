import {
  findByFormat,
  findCredentials,
  describesApi,
  type FoundCredential,
} from './find-credentials.ts';

/** A credential that was taken out of a text. */
export interface CutCredential {
  /** Its name in the reference. */
  name: string;
  /** With its article: "a Stripe key". */
  kind: string;
  value: string;
}

export interface CutText {
  text: string;
  /** Each value once. */
  cut: CutCredential[];
}

/**
 * Stands in a text instead of a credential: `{secret:STRIPE_API_KEY}`. It has no space, so that a cURL
 * command or an address around it stays one.
 */
export function toSecretReference(name: string): string {
  return `{secret:${name}}`;
}

/** A text with a reference instead of each credential. */
export function cutCredentials(text: string, known: readonly CutCredential[] = []): CutText {
  return replaceFound(text, findCredentials(text), known);
}

/** The text of a file likewise; a description of an API keeps its examples. */
export function cutFileText(text: string): CutText {
  return describesApi(text) ? { text, cut: [] } : cutCredentials(text);
}

/** The same for what nobody wrote by hand: only formats tell a credential from what is random there. */
export function cutByFormat(text: string): CutText {
  return replaceFound(text, findByFormat(text), []);
}

function replaceFound(
  text: string,
  found: readonly FoundCredential[],
  known: readonly CutCredential[],
): CutText {
  if (found.length === 0) return { text, cut: [] };
  const cut: CutCredential[] = [];
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, kind, name } of found) {
    const value = text.slice(start, end);
    const taken = [...known, ...cut];
    const same = taken.find((each) => each.value === value);
    const next = same ?? { name: toFreeName(name, taken), kind, value };
    if (!cut.includes(next)) cut.push(next);
    pieces.push(text.slice(from, start), toSecretReference(next.name));
    from = end;
  }
  return { text: [...pieces, text.slice(from)].join(''), cut };
}

/** Two values do not go by one name. */
function toFreeName(name: string, taken: readonly CutCredential[]): string {
  let free = name;
  for (let number = 2; taken.some((each) => each.name === free); number += 1) {
    free = `${name}_${number}`;
  }
  return free;
}
