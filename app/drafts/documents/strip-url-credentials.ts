import type { ComposerInput } from './composer-input.ts';

/** User and password of an address: the text between the scheme and the last `@` of the host. */
const CREDENTIALS = /\b(https?:\/\/)[^\s/?#"'<>]+@(?=[^\s/?#@"'<>])/gi;

/** A text whose addresses carry no user name and password any more; the same text where none did. */
export function stripUrlCredentials(text: string): string {
  return text.replace(CREDENTIALS, '$1');
}

/**
 * Whether an address in an input would be fetched or kept together with its password. A document is
 * not looked at: what an import keeps of it holds no credentials.
 */
export function carriesUrlCredentials(input: ComposerInput | null): boolean {
  if (input?.kind === 'url') return stripUrlCredentials(input.url) !== input.url;
  return input?.kind === 'words' && stripUrlCredentials(input.text) !== input.text;
}
