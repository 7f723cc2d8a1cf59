import type { JsonValue } from '#app/runtime/definition.ts';

import { toSingular, toWords } from '#app/blueprint/words.ts';
import { readScalar } from './infer-schema.ts';
import { showPlaceholders, toPlaceholder } from './placeholders.ts';

/** One place of a path that differs from call to call. */
export interface PathArgument {
  name: string;
  /** What stood there; absent for a placeholder. */
  example?: JsonValue;
}

export interface PathTemplate {
  /** `/users/{userId}/posts` */
  template: string;
  arguments: PathArgument[];
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const HEX = /^(?=.*\d)[\da-f]{16,64}$/i;
const ULID = /^[0-7][\dA-HJKMNP-TV-Z]{25}$/;
/** `cus_9s6XKzkNRiz8i3`, as Stripe, Slack and others write ids. */
const PREFIXED = /^[a-z]{1,10}_(?=\w*\d)[A-Za-z0-9]{8,}$/;
/** `USER_ID`, as documentation writes what is to be filled in. */
const SHOUTED = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const EMAIL = /^[^@\s/]+@[^@\s/]+\.[^@\s/]+$/;

/** Tells what of an address's path names one thing among many: `/users/42` is `/users/{userId}`. */
export function toPathTemplate(path: string): PathTemplate {
  const found: PathArgument[] = [];
  const segments = path.split('/').slice(1);
  const parts = segments.map((segment, index) => {
    const given = toPlaceholder(segment) ?? toTyped(segment);
    const decoded = decode(segment);
    const isVersion = index === 0 && /^\d{1,2}$/.test(segment) && segments.length > 1;
    if (given === null && (isVersion || !isIdentifier(decoded))) {
      return encodeLiteral(showPlaceholders(segment));
    }
    const named = given === null ? nameAfter(segments.slice(0, index)) : toArgumentName(given);
    const name = takeName(named, found);
    found.push({ name, ...(given === null ? { example: readScalar(decoded) } : {}) });
    return `{${name}}`;
  });
  return { template: `/${parts.join('/')}`, arguments: found };
}

/** What only means a placeholder where it is a whole segment: `:id`, `USER_ID`. */
function toTyped(segment: string): string | null {
  const named = /^:([A-Za-z_][\w-]*)$/.exec(segment)?.[1];
  return named ?? (SHOUTED.test(segment) ? segment : null);
}

function isIdentifier(text: string): boolean {
  return [/^\d+$/, UUID, HEX, ULID, PREFIXED, EMAIL].some((form) => form.test(text));
}

/** `users` says that an id after it is a `userId`. */
function nameAfter(before: readonly string[]): string {
  const literal = before.findLast((segment) => /[a-z]/i.test(segment) && !isIdentifier(segment));
  const words = toWords(literal ?? '');
  const last = words.pop();
  if (last === undefined || /^(?:v\d+|api|rest)$/.test(last)) return 'id';
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const [first, ...rest] = [...words, toSingular(last)];
  return [first, ...rest.map(capital), 'Id'].join('');
}

/** A placeholder's own name, in small letters where it is shouted. */
function toArgumentName(placeholder: string): string {
  const name = placeholder.replace(/[^\w-]+/g, '_').replace(/^_+|_+$/g, '');
  return (/[a-z]/.test(name) ? name : name.toLowerCase()) || 'value';
}

function takeName(name: string, taken: readonly PathArgument[]): string {
  let free = name;
  for (let round = 2; taken.some((other) => other.name === free); round += 1) {
    free = `${name}${round}`;
  }
  return free;
}

/** What stands in the path as it is must not look like an argument. */
function encodeLiteral(segment: string): string {
  return segment.replace(/[{}]/g, (brace) => (brace === '{' ? '%7B' : '%7D'));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
