import { redactText } from '#app/platform/redact.ts';

const REDACTED = '[redacted]';

/** Names whose values are credentials however short they are; not those of cursors such as `page_token`. */
const NAME =
  '(?:(?:access|auth|api|id|refresh|client|session|user|bot|private|x)[_-]?)*(?:token|secret|password|passwd|passphrase|pwd|pw|api[_-]?key|access[_-]?key|private[_-]?key|client[_-]?secret)';

const IN_PAIR = new RegExp(`((?:^|[?&;])${NAME}=)[^&#;]+`, 'gi');
const IN_JSON = new RegExp(`("${NAME}"\\s{0,4}:\\s{0,4})"(?:[^"\\\\]|\\\\.)*"?`, 'gi');

/** A segment of a path that is a token: of a bot with its number, or of a webhook of Slack or Discord. */
const IN_PATH =
  /(\/(?:bot)?)(?:\d{6,}:[\w-]{20,}|(?<=\/services\/)T\w{6,}\/B\w{6,}\/\w{16,}|(?<=\/webhooks\/)\d{10,}\/[\w-]{40,})/gi;

/** A pair of a query that is too short for a credential by its shape alone. */
const SHORT_PAIR = 20;

/** Blanks what looks like a credential in an address or a path. */
export function redactUrl(url: string): string {
  const plain = url.replace(IN_PAIR, `$1${REDACTED}`).replace(IN_PATH, `$1${REDACTED}`);
  return plain.replace(/[?&][^?&#]*/g, (pair) =>
    pair.length < SHORT_PAIR ? pair : redactText(pair),
  );
}

/** Blanks what looks like a credential in the text of a body: JSON or a form. */
export function redactBody(text: string): string {
  const plain = text.replace(IN_JSON, `$1"${REDACTED}"`).replace(IN_PAIR, `$1${REDACTED}`);
  return redactText(plain);
}
