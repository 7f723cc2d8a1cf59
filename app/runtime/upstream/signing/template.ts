import { concatenate } from '../../bytes.ts';
import { bytesOf } from './digest.ts';

/** `{path}`, `{header:x-date}`; other braces are text. */
const PLACEHOLDER = /\{([a-z][A-Za-z0-9]*|header:[A-Za-z0-9-]+)\}/g;

/** Names that a template refers to, with repetitions. */
export function namesIn(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** Fills a template; values may be bytes of any kind. */
export async function fillTemplate(
  template: string,
  valueOf: (name: string) => Promise<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let end = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    pieces.push(bytesOf(template.slice(end, match.index)), await valueOf(match[1] ?? ''));
    end = match.index + match[0].length;
  }
  return concatenate([...pieces, bytesOf(template.slice(end))]);
}
