import { isSample } from './is-sample.ts';

/** A value that is called a credential where it stands. */
export interface CalledValue {
  start: number;
  end: number;
  /** The words for it, as the name of a secret. */
  name: string;
  isPassword: boolean;
}

/** `token: …`, `API_KEY=…`, `"password": "…"`, `the password is …`, `Authorization: Bearer …`. */
const ASSIGNED =
  /(?<word>key|token|secret|pass(?:word|wd|phrase|wort)|pwd|credentials?|authori[sz]ation)(?:["'`)\]]{1,3}|\b)(?:\s{0,3}(?:=>|:=|[:=])\s{0,3}|\s{1,3}(?:is|ist|est|es|was)\s{1,3}(?::\s{0,3})?)["'`]{0,2}(?:(?:bearer|basic|token|apikey|bot)\s{1,3})?(?<value>[^\s"'`,;<>(){}[\]&|\\]{6,512})/gi;

/** Values behind the name of a scheme in a header, or behind `-u`. */
const SENT =
  /(?:\b(?:bearer|basic)\s{1,3}|\s(?:-u|--user)[\s=]{1,3}["']?[^\s:"']{1,100}:)(?<value>[^\s"'`,;<>(){}[\]&|\\]{6,2048})/gi;

/** A word that could be random. */
const LONG_WORD = /(?<![\w+/=.~$%:@&?#-])[A-Za-z0-9_+/=.~-]{20,512}(?![\w+/=~@:-])/g;

const CALLED = /(?:key|token|secret|pass(?:word|wd|phrase)|pwd|credential)(?=s?(?![a-z]))/gi;
const CALLED_AFTER =
  /^["'`)]{0,2},?\s{1,3}(?:is|as|for)\s(?:my|our|the|an?)\s[\w ]{0,30}\b(key|token|secret|password)\b/i;
/** Keys and tokens that are no credentials, and values that are something else beside one. */
const HARMLESS =
  /\b(?:public|publishable|primary|foreign|partition|sort|composite|natural|cache|idempotency|object|map|dictionary|translation|i18n|page|next|previous|prev|continuation|continue|cursor|sync|resume|delta|pagination|start|last[ _-]?evaluated|max|min|site|hash|routing|shard|issue|message|project|registry)[\s_-]{0,2}(?:page[\s_-]?)?$|(?:page|next|cursor|continuation|sync|public|primary|foreign|partition|sort|cache|idempotency)$/i;
const SOMETHING_ELSE =
  /(?:\b(?:commit|sha\d*|hash|revision|digest|checksum|etag|cursor|version|uuid|guid|id|branch|file|path|fingerprint|example|sample|e\.g\.?|such as)\b["'`]{0,2}\s{0,2}(?:of|is|[:=])?\s{0,3}["'`(]{0,2})$/i;

/** Characters before a word in which something may call it a credential. */
const BEFORE = 60;
const AFTER = 50;

/**
 * Values that a text itself calls a key, a token or a password. Prose about keys has none: a value has to look
 * random, and a password at least like no word. Takes time that is linear in the text.
 */
export function findNamedValues(text: string): CalledValue[] {
  return [...findAssigned(text), ...findSent(text), ...findBeside(text)];
}

function findAssigned(text: string): CalledValue[] {
  return matches(text, ASSIGNED).flatMap(({ groups, start, value }) => {
    const word = groups['word'] ?? '';
    const at = text.indexOf(word, start);
    const before = text.slice(Math.max(0, at - 40), at);
    const isPassword = /^p/i.test(word);
    if (!isWord(before, word) || HARMLESS.test(before) || isReferred(value)) return [];
    if (!(isPassword ? isPasswordLike(value) : isKeyLike(value))) return [];
    return [toNamed(text, start, value, { name: nameOf(before, word), isPassword })];
  });
}

function findSent(text: string): CalledValue[] {
  return matches(text, SENT).flatMap(({ match, start, value }) => {
    const isPassword = /-u/.test(match);
    const isBasic = /^basic/i.test(match);
    if (isReferred(value) || !(isPassword ? isPasswordLike(value) : isKeyLike(value))) return [];
    const name = isPassword ? 'PASSWORD' : isBasic ? 'BASIC_CREDENTIALS' : 'API_TOKEN';
    return [toNamed(text, start, value, { name, isPassword })];
  });
}

function findBeside(text: string): CalledValue[] {
  const found: CalledValue[] = [];
  for (const match of text.matchAll(LONG_WORD)) {
    const value = match[0].replace(/[.]+$/, '');
    if (!isRandom(value)) continue;
    const { index } = match;
    const before = lineBefore(text, index);
    if (SOMETHING_ELSE.test(before)) continue;
    const after = text.slice(index + value.length, index + value.length + AFTER);
    const name = calledBefore(before) ?? calledAfter(after);
    if (name !== null)
      found.push({ start: index, end: index + value.length, name, isPassword: false });
  }
  return found;
}

function* eachMatch(text: string, pattern: RegExp) {
  for (const match of text.matchAll(pattern)) {
    const value = (match.groups?.['value'] ?? '').replace(/[.?]$/, '');
    yield { match: match[0], start: match.index, groups: match.groups ?? {}, value };
  }
}

function matches(text: string, pattern: RegExp) {
  return [...eachMatch(text, pattern)];
}

function toNamed(
  text: string,
  from: number,
  value: string,
  rest: { name: string; isPassword: boolean },
): CalledValue {
  // The value ends what was matched: the last place of it, from where its name begins.
  const start = text.indexOf(value, from + 3);
  return { start, end: start + value.length, ...rest };
}

function lineBefore(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - BEFORE), index);
  return before.slice(before.lastIndexOf('\n') + 1);
}

function calledBefore(before: string): string | null {
  for (const match of [...before.matchAll(CALLED)].reverse()) {
    const head = before.slice(0, match.index);
    if (isWord(head, match[0]) && !HARMLESS.test(head)) return nameOf(head, match[0]);
  }
  return null;
}

function calledAfter(after: string): string | null {
  const word = CALLED_AFTER.exec(after)?.[1];
  return word === undefined ? null : nameOf('', word);
}

/** Whether a word begins where it stands: in `apiKey` and `api_key`, not in `monkey`. */
function isWord(before: string, word: string): boolean {
  return (
    !/[A-Za-z]$/.test(before) ||
    (/[a-z]$/.test(before) && /^[A-Z]/.test(word)) ||
    /^[A-Z]+$/.test(word)
  );
}

/** `STRIPE_API_KEY` of `stripe_api_key`, `stripeApiKey` and `Stripe API key`. */
function nameOf(before: string, word: string): string {
  const head =
    /(?:[A-Za-z0-9_-]{0,30}|\b(?:api|access|auth|client|private|secret|bearer)[ _-]?)$/i.exec(
      before,
    )?.[0];
  const spoken = `${head ?? ''}${/^authori/i.test(word) ? 'token' : word}`;
  const name = spoken
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^[_\d]+|_+$/g, '')
    .toUpperCase();
  const plain: Record<string, string> = {
    KEY: 'API_KEY',
    TOKEN: 'API_TOKEN',
    SECRET: 'API_SECRET',
  };
  return plain[name] ?? name;
}

/** A reference to a value that stands elsewhere: a variable, a placeholder, a path. */
function isReferred(value: string): boolean {
  return /^[$%{<]|^process\.|^env\.|^secrets?\.|^\.{0,2}\/|:\/\//.test(value) || isSample(value);
}

function isPasswordLike(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value));
  return kinds.length >= 2 && /\d|[!#$%^*+=?@~]/.test(value) && !/^\d+$|^[\d.:-]+$/.test(value);
}

function isKeyLike(value: string): boolean {
  if (value.length >= 20) return isRandom(value);
  return value.length >= 10 && /\d/.test(value) && /[A-Za-z]/.test(value) && isRandom(value, 10);
}

/** Letters and digits in turn, and no words: what nobody chose by hand. */
function isRandom(value: string, least = 20): boolean {
  if (value.length < least || isReferred(value)) return false;
  if (/\.[a-z]{2,5}$|^\d{4}-\d\d|^[\d._-]+$/i.test(value)) return false;
  const turns = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  if (turns < Math.max(2, value.length / 12)) return false;
  const worded = (value.match(/[A-Z]?[a-z]{3,}/g) ?? []).join('').length;
  return worded / value.length < 0.7 && new Set(value).size >= Math.min(8, least / 2);
}
