import { toPackageName } from '#app/blueprint/generate/package-name.ts';

const MAX_LENGTH = 48;
const SLUG = /^[a-z0-9][a-z0-9-]{1,46}[a-z0-9]$/;

/** Paths below `/mcp` that mean something else, now or one day, and names that would mislead. */
const RESERVED = new Set([
  'admin',
  'api',
  'authorize',
  'd',
  'health',
  'mcp',
  'new',
  'oauth',
  'sse',
  'token',
  'well-known',
  'www',
]);

/** No letters that are mistaken for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RANDOM_CHARACTERS = 4;

/** Whether a text has the shape of a name in an endpoint's address; worth asking before any look-up. */
export function isSlug(text: string): boolean {
  return SLUG.test(text) && !text.includes('--');
}

/** Why a text cannot be the name in an endpoint's address, as a sentence; null where it can. */
export function findSlugProblem(slug: string): string | null {
  if (RESERVED.has(slug)) return `The address name "${slug}" is reserved. Choose another one.`;
  if (isSlug(slug)) return null;
  return `An address name has 3 to ${MAX_LENGTH} lower-case letters, digits and single hyphens, and begins and ends with a letter or digit.`;
}

/**
 * A name in an address, made of a title.
 * @param random bytes; another name for the same title needs others
 */
export function toDefaultSlug(title: string, random: Uint8Array): string {
  const ending = Array.from(random.subarray(0, RANDOM_CHARACTERS), (byte) =>
    ALPHABET.charAt(byte % ALPHABET.length),
  ).join('');
  const beginning = toPackageName(title).slice(0, MAX_LENGTH - RANDOM_CHARACTERS - 1);
  return `${beginning.replace(/-+$/, '')}-${ending}`;
}
