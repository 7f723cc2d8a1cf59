import { redactText } from '#app/platform/redact.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';

import type { ServerTarget } from './target.ts';

/** Stands where a secret was. */
export const MASK = '••••••';

/** Headers and fields whose value is a secret whatever it looks like. */
const SECRET_NAME =
  /authori[sz]ation|cookie|password|passwd|secret|credential|api[-_]?key|private[-_]?key|access[-_]?key|^x-auth|token$|^(client_)?assertion$|^code_verifier$|^device_code$/i;
/** Names of tokens that are counters or places in a list. */
const NO_SECRET = /(progress|page|sync|continuation|next|max)[-_]?tokens?$/i;
/** In a header also a key is one; among the arguments of a tool it is any key. */
const SECRET_HEADER = /(^|[-_])(key|auth)$/i;
/** It tells sessions apart, and whoever has all of it may speak in the session. */
const SESSION_HEADER = /^mcp-session-id$/i;
const SHOWN_OF_SESSION = 8;
/** `Bearer x` keeps its first word: it says how the server is addressed. */
const SCHEME = /^(Bearer|Basic|Digest|DPoP|Token)\s+(?=\S)/i;
/** A shorter value stands in too many places that are no secret. */
const SHORTEST_FOUND = 6;
const MAX_DEPTH = 40;

/** The secrets that a person gave for a server: values to mask wherever they turn up. */
export function secretsOfTarget({
  headers,
  auth,
}: Pick<ServerTarget, 'headers' | 'auth'>): string[] {
  const values = headers.map(({ value }) => value.replace(SCHEME, ''));
  if (auth.kind === 'bearer') values.push(auth.token);
  if (auth.kind === 'oauth') values.push(auth.clientSecret);
  const trimmed = values.map((value) => value.trim());
  const long = trimmed.filter((value) => value.length >= SHORTEST_FOUND);
  // A secret inside of another one is found once the longer one is gone.
  return [...new Set(long)].toSorted((one, other) => other.length - one.length);
}

/** Whether the value of a header of this name is a secret. */
export function isSecretHeader(name: string): boolean {
  return isSecretField(name) || SECRET_HEADER.test(name);
}

/** Whether the value of a field of this name is a secret. */
function isSecretField(name: string): boolean {
  return SECRET_NAME.test(name) && !NO_SECRET.test(name);
}

/** The value of a header, masked where its name or the person says that it is a secret. */
export function maskHeader(name: string, value: string, secrets: readonly string[]): string {
  if (SESSION_HEADER.test(name)) return `${value.slice(0, SHOWN_OF_SESSION)}${MASK}`;
  if (isSecretHeader(name)) return `${SCHEME.exec(value)?.[0] ?? ''}${MASK}`;
  return maskText(value, secrets);
}

/**
 * A text without its secrets: those of the person, those that have the form of a credential, and in JSON and
 * forms those whose field says so.
 */
export function maskText(text: string, secrets: readonly string[]): string {
  const value = tryParse(text);
  if (value !== undefined) return JSON.stringify(maskValue(value, secrets));
  const fields = text.replace(FIELD, (_, start: string, name: string, rest: string) =>
    isSecretField(name) ? `${start}${name}=${MASK}` : `${start}${name}=${rest}`,
  );
  // Events of a stream are JSON line by line.
  const lines = fields.replace(EVENT, (_, start: string, json: string) => {
    const event = tryParse(json);
    return event === undefined
      ? `${start}${json}`
      : `${start}${JSON.stringify(maskValue(event, secrets))}`;
  });
  return maskPlain(lines, secrets);
}

/** One field of a form or a query. */
const FIELD = /(^|[?&])([\w.-]{1,60})=([^&\s"']*)/g;
const EVENT = /^(data: ?)([{[].*)$/gm;

/** A JSON value without its secrets, of the same shape. */
export function maskValue(value: JsonValue, secrets: readonly string[], depth = 0): JsonValue {
  if (typeof value === 'string') return maskPlain(value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '(deeper values are left out)';
  if (Array.isArray(value)) return value.map((item) => maskValue(item, secrets, depth + 1));
  return maskMessage(value, secrets, depth);
}

/** An object without its secrets, of the same shape. */
export function maskMessage(
  message: JsonObject,
  secrets: readonly string[],
  depth = 0,
): JsonObject {
  const entries = Object.entries(message).map(([name, value]): [string, JsonValue] => [
    name,
    typeof value === 'string' && value !== '' && isSecretField(name)
      ? MASK
      : maskValue(value, secrets, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

function maskPlain(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const secret of secrets) {
    masked = masked.replaceAll(secret, MASK);
    const encoded = encodeURIComponent(secret.toWellFormed());
    if (encoded !== secret) masked = masked.replaceAll(encoded, MASK);
  }
  return redactText(masked).replaceAll('[redacted]', MASK);
}

function tryParse(text: string): JsonValue | undefined {
  const start = text.trimStart();
  if (!start.startsWith('{') && !start.startsWith('[')) return undefined;
  try {
    const value = parseJson(text);
    return isJsonObject(value) || Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
