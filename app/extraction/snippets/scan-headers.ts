interface Header {
  name: string;
  value: string;
}

const NAME = String.raw`((?:[A-Za-z][A-Za-z\d]*-)+[A-Za-z\d-]+|Authorization|Cookie)`;
/** Notations of a header and its value. */
const HEADERS: readonly RegExp[] = [
  new RegExp(String.raw`["'\`]${NAME}["'\`]\s*\]?\s*(?:,|=>|=|:|\bto\b)\s*([^\n]{0,200})`, 'gi'),
  new RegExp(String.raw`["'\`]${NAME}:[ \t]*([^"'\`\n]{0,200})`, 'gi'),
  /(?<![\w"'`-])(Authorization)\s*(?:=>|=|:)\s*(["'`$f][^\n]{0,200})/g,
  /\bheaders?\w*(?:\.(?:add|set|append))?\s*[([]\s*["'](\w+)["']\s*(?:,|\]\s*=)\s*([^\n]{0,200})/gi,
];
const SWIFT = /Value\(\s*([^\n]{0,200}?),\s*forHTTPHeaderField:\s*["']([\w-]+)["']/gi;
const BEARER =
  /\b(?:bearer_?auth|setBearerAuth|withToken|SetAuthToken)\b|-Authentication\s+["']?Bearer|AuthenticationHeaderValue\(\s*["']Bearer/i;
const BASIC =
  /\b(?:set)?_?basic_?auth\b|CURLOPT_USERPWD|Credentials\.basic|-Credential\b|HTTPBasicAuth|AuthenticationHeaderValue\(\s*["']Basic/i;

/** Headers that statements set, in any language; of a credential's value only its scheme. */
export function scanHeaders(code: string): { headers: Header[]; hasUser: boolean } {
  const pairs = HEADERS.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, name = '', value = '']) => ({ name, value })),
  ).concat([...code.matchAll(SWIFT)].map(([, value = '', name = '']) => ({ name, value })));
  const headers = new Map(
    pairs
      .toReversed()
      .map(({ name, value }) => [name.toLowerCase(), { name, value: plain(name, value) }]),
  );
  if (BEARER.test(code)) headers.set('authorization', { name: 'Authorization', value: 'Bearer' });
  return { headers: [...headers.values()], hasUser: BASIC.test(code) };
}

/** Literal part of a value: `Bearer` of `"Bearer " + token`; empty unless it is a scheme or a version. */
function plain(name: string, value: string): string {
  const text = /^\W*?["'`]?([\w.-]+)/.exec(value)?.[1] ?? '';
  if (!/^authorization$/i.test(name)) return /version$/i.test(name) ? text : '';
  return /^(?:Bearer|Basic|Token)$/i.test(text)
    ? text
    : /\bbasic\b/i.test(value)
      ? 'Basic'
      : 'Bearer';
}
