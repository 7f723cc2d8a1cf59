import type { JsonObject } from '#app/runtime/definition.ts';

import { toWords } from '#app/blueprint/words.ts';

/** A credential of a command, without its value. */
export interface Credential {
  /** Name of its scheme, unless already taken. */
  name: string;
  /** Security Scheme Object (OpenAPI 3.1, 4.8.27). */
  scheme: JsonObject;
  /** Scopes that it needs, where its scheme has any. */
  scopes?: string[];
}

const SECRET_WORDS = new Set(
  `key keys token tokens secret secrets password passwords passwd passcode passphrase pass pwd
  signature sig auth authorization credential credentials session sid jwt csrf xsrf otp pin bearer
  assertion appid`.split(/\s+/),
);
/** Compound words: `apikey`, `PHPSESSID`, `authtoken`. */
const SECRET_END = /(?:apikey|accesskey|token|secret|password|passwd|sess(?:ion)?id)s?$/i;
/** Names with such a word that only page, sort, or make a call idempotent. */
const HARMLESS =
  /^(?:idempotency|sort|order|group|partition|primary|foreign|public|object)[-_]?keys?$|^(?:next|previous|prev|page|start|continuation|sync|cursor|skip|resume|after|before)[-_]?(?:page[-_]?)?tokens?$/i;
/** Quantities counted in tokens, as by language models. */
const COUNTED = new Set(
  'max min num total count prompt completion output input thinking reasoning budget usage'.split(
    ' ',
  ),
);

/** Values with a recognisable format, of services that mark their keys. */
const MARKED_VALUE =
  /(?:^|[^A-Za-z0-9])(?:(?:sk|pk|rk)[_-](?:live|test|proj|ant)|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|hf_|npm_|shpat_|AKIA[0-9A-Z]{12}|AIza[\w-]{20}|eyJ[\w-]{10}|mcpb_|whsec_|SG\.)|^(?:bearer|basic|token)\s+\S/i;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a header, argument or cookie of this name carries a secret. */
export function isSecretName(name: string): boolean {
  const words = toWords(name);
  const isCount =
    words.some((word) => /^tokens?$/.test(word)) && words.some((word) => COUNTED.has(word));
  if (isCount || HARMLESS.test(name)) return false;
  return SECRET_END.test(name) || words.some((word) => SECRET_WORDS.has(word));
}

/** Whether a value looks like a secret, regardless of its name. */
export function looksSecret(value: string): boolean {
  if (MARKED_VALUE.test(value)) return true;
  // Long, without spaces, with letters in both cases and digits: not typed by hand.
  if (!/^[\w.:+/=~-]{24,}$/.test(value) || UUID.test(value) || /^https?:/i.test(value))
    return false;
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}

/** The scheme of an `Authorization` header. */
export function readAuthorization(value: string): Credential {
  if (/^bearer\b/i.test(value)) return bearer();
  if (/^basic\b/i.test(value)) return basic();
  return apiKey('header', 'Authorization');
}

export function bearer(): Credential {
  return { name: 'bearer', scheme: { type: 'http', scheme: 'bearer' } };
}

export function basic(): Credential {
  return { name: 'basic', scheme: { type: 'http', scheme: 'basic' } };
}

/** A key under a custom name. */
export function apiKey(place: 'header' | 'query' | 'cookie', name: string): Credential {
  return { name, scheme: { type: 'apiKey', in: place, name } };
}
