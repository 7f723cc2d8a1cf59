import type { JsonObject } from '#app/runtime/definition.ts';

import { toWords } from '#app/blueprint/words.ts';

/** A credential of a command: how it is sent. Its value is left behind. */
export interface Credential {
  /** Name of the scheme. */
  id: string;
  /** Security Scheme Object (OpenAPI 3.1, 4.8.27). */
  scheme: JsonObject;
}

const SECRET_WORDS = new Set(
  `apikey appid key token secret password passwd pwd signature sig auth authorization credential
  credentials session sessionid sid jwt csrf xsrf otp pin bearer`.split(/\s+/),
);
/** Names of which one of these words says that they only speak of a key. */
const HARMLESS = /^(?:idempotency[-_]?key|sort[-_]?key|.*[-_]?public[-_]?key)$/i;

/** Whether a header, argument or cookie of this name carries a secret. */
export function isSecretName(name: string): boolean {
  return !HARMLESS.test(name) && toWords(name).some((word) => SECRET_WORDS.has(word));
}

/** The scheme of an `Authorization` header. */
export function readAuthorization(value: string): Credential {
  if (/^bearer\b/i.test(value)) return bearer();
  if (/^basic\b/i.test(value)) return basic();
  return apiKey('header', 'Authorization');
}

export function bearer(): Credential {
  return { id: 'bearer', scheme: { type: 'http', scheme: 'bearer' } };
}

export function basic(): Credential {
  return { id: 'basic', scheme: { type: 'http', scheme: 'basic' } };
}

/** A key under a name of its own. */
export function apiKey(place: 'header' | 'query' | 'cookie', name: string): Credential {
  return { id: name, scheme: { type: 'apiKey', in: place, name } };
}
