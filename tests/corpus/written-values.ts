import type { Difference } from './compare-requests.ts';

export function decoded(text: string | null): string {
  try {
    return decodeURIComponent(text ?? '');
  } catch {
    return text ?? '';
  }
}

/** Without escapes, and a blank of a form as a blank. */
export function plain(text: string | null): string {
  return decoded((text ?? '').replaceAll('+', '%20'));
}

/** Plain values of `a=1&a=2`, of a header, or of parts. */
export function valuesOf(part: Difference['part'], text: string | null): string[] {
  if (text === null) return [];
  if (part === 'header') return [text];
  if (part === 'multipart')
    return parts(text).map(({ content }) => Buffer.from(content, 'latin1').toString('utf8'));
  return text.split('&').map((pair) => plain(pair.slice(pair.indexOf('=') + 1)));
}

export function parts(text: string | null): { content: string; mediaType: string | null }[] {
  return text === null ? [] : JSON.parse(text);
}
