import { isSecretName, looksSecret } from './credentials.ts';
import { decodePercent } from './decode-percent.ts';

/** User and password of an address, up to the last @ of its host. */
const USER_INFO = /:\/\/[^\s/]+@/g;
/** A value in the query or fragment of an address. */
const QUERY_VALUE = /([?&#;]([^\s?&#;=]{1,200})=)([^\s&#;]+)/g;
/** A segment in the path of an address that is no title: `/XXaX9aXXaXa9XaXaXXaXXaXa`. */
const TOKEN_SEGMENT = /\/(?=[^\s/?#]*[A-Za-z\d]{16})([^\s/?#]{24,})/g;

/** A text without the words that look like secrets, and without those parts of addresses that do. */
export function blankSecrets(text: string): string {
  return text.replace(/\S+/g, (word) => (looksSecret(word) ? '…' : blankAddress(word, false)));
}

/** Whether a text, or an address in it, holds what looks like a secret. */
export function holdsSecret(text: string): boolean {
  return looksSecret(text) || blankSecrets(text) !== text;
}

/** The word without secrets, if it is an address or has one in its query. */
function blankAddress(word: string, isNested: boolean): string {
  const named = word.replace(USER_INFO, '://');
  const filled = named.replace(QUERY_VALUE, (all, head: string, name: string, value: string) => {
    const decoded = decodePercent(value);
    const isSecret =
      isSecretName(decodePercent(name)) ||
      looksSecret(decoded) ||
      // An address in the query of another, once: more would be looked at again for each of them.
      (!isNested && blankAddress(decoded, true) !== decoded);
    return isSecret ? `${head}…` : all;
  });
  if (!filled.includes('://')) return filled;
  return filled.replace(TOKEN_SEGMENT, (all, segment: string) =>
    looksSecret(decodePercent(segment)) ? '/…' : all,
  );
}

/** Names of queries that may carry a secret, also as a part of another word. */
const SECRET_PART = /token|key|secret|signature|^sig$|password|credential/i;

/** An address without user, password and secrets in its query; what is no address stays as it is. */
export function withoutCredentials(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  const names = [...url.searchParams].flatMap(([name, value]) =>
    isSecretName(name) || SECRET_PART.test(name) || holdsSecret(value) ? [name] : [],
  );
  if (names.length === 0 && url.username === '' && url.password === '') return address;
  for (const name of names) url.searchParams.delete(name);
  url.username = '';
  url.password = '';
  return url.href;
}
