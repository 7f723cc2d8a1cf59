import { CREDENTIAL_KINDS } from './credentials/credential-kinds.ts';

const REDACTED = '[redacted]';

const SENSITIVE_KEY =
  /authori[sz]ation|cookie|password|passwd|secret|credential|api[-_]?key|private[-_]?key|seal[-_]?key|access[-_]?key|token$|^jwt$|^session$/i;

/** Also one that is cut off. */
const PRIVATE_KEY =
  /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)(?:(?!-----END)[^]){0,20000}(?:-----END [A-Z ]{3,40}-----)?/g;

/**
 * Removed from a log besides the formats that all texts are searched for: credentials that were cut off, and
 * whatever stands where one belongs. The text of the first group is kept.
 */
const SENSITIVE_PATTERNS: RegExp[] = [
  /\b(mcpb_[a-z]+_)[A-Za-z0-9_-]+/g,
  // Authorization header values.
  /\b((?:Bearer|Basic|Digest)\s+)[A-Za-z0-9._~+/=-]{6,}/gi,
  // JSON Web Tokens; the look behind keeps a run of them from being read anew from each of its parts.
  /()(?<![\w-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g,
  // GitHub, Stripe, AWS, Google, Slack, OpenAI, Anthropic, and who took their shape.
  /\b(gh[pousr]_|github_pat_|[sr]k_(?:live|test)_|whsec_|AKIA|ASIA|AIza|xox[abprs]-)[A-Za-z0-9_-]{8,}/g,
  /\b(sk-)[A-Za-z0-9_-]{5,}/g,
  // User and password in a URL.
  /\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^/\s@:]{0,500}:?[^/\s@]{0,500}@/gi,
  // Credentials in a query or form.
  /([?&;](?:[a-z_-]{0,40}token|[a-z_-]{0,40}key|[a-z_-]{0,40}secret|password|sig|signature|code)=)[^&\s"']+/gi,
];

/**
 * Values named as API keys, as in `MY_API_KEY=…`, `openaiApiKey: …`, `{"api_key":"…"}` and JSON
 * inside a text. A quoted value ends at a quote that is escaped as often as the one it began with.
 */
const NAMED_KEY =
  /(?<kept>api(?<gap>[-_ ]?)key(?:\\*["'])?\s{0,4}[:=]\s{0,4})(?:(?<open>\\*["'])(?:(?!(?<!\\)\k<open>)[^\r\n])+|(?!(?:null|true|false)\b)(?<bare>[^\s"',;&]{4,}))/gi;

/** Behind `API key:` stands a sentence as often as a key. */
const NO_WORD = /\d|[a-z][A-Z]|.{20}/;

const MAX_DEPTH = 6;

/** The formats of credentials, each with what a text has in its place. */
const FORMATS = CREDENTIAL_KINDS.map(({ pattern }) => ({
  pattern,
  blank: pattern.source.includes('(?<kept>') ? `$<kept>${REDACTED}` : REDACTED,
}));

/** Blanks what looks like a credential in a text. */
export function redactText(text: string): string {
  const formatted = FORMATS.reduce(
    (rest, { pattern, blank }) => rest.replace(pattern, blank),
    text.replace(PRIVATE_KEY, REDACTED),
  );
  return SENSITIVE_PATTERNS.reduce(
    (rest, pattern) => rest.replace(pattern, (_, kept: string) => `${kept}${REDACTED}`),
    formatted.replace(NAMED_KEY, blankNamed),
  );
}

function blankNamed(
  found: string,
  kept: string,
  gap: string,
  open: string | undefined,
  bare: string | undefined,
): string {
  const isWord = gap === ' ' && bare !== undefined && !NO_WORD.test(bare);
  return isWord ? found : `${kept}${open ?? ''}${REDACTED}`;
}

/** A copy fit for a log: credentials blanked by the name of their key and by their shape. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (value instanceof Error) return redactError(value, depth);
  if (value instanceof Headers) return redact(Object.fromEntries(value), depth);
  if (value instanceof URL) return redactText(value.href);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return '[bytes]';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, redactField(key, item, depth)]),
  );
}

function redactField(key: string, item: unknown, depth: number): unknown {
  const isText = typeof item === 'string' || (typeof item === 'object' && item !== null);
  return isText && SENSITIVE_KEY.test(key) ? REDACTED : redact(item, depth + 1);
}

function redactError(error: Error, depth: number): unknown {
  return {
    name: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  };
}
