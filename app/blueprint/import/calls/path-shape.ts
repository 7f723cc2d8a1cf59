import { toSingular, toWords } from '#app/blueprint/words.ts';
import type { JsonValue } from '#app/runtime/definition.ts';

import { holdsSecret } from './blank-secrets.ts';
import { decodePercent } from './decode-percent.ts';
import { readScalar } from './infer-schema.ts';
import { showPlaceholders } from './placeholders.ts';

/** A segment of a path that differs from call to call. */
export interface PathArgument {
  name: string;
  /** Value in the command; absent for a placeholder and for a possible secret. */
  example?: JsonValue;
  /** Description for people. */
  description?: string;
}

export interface PathShape {
  /** `/users/{userId}/posts` */
  template: string;
  arguments: PathArgument[];
}

/** Maximum number of arguments in one path. */
export const MAX_PATH_ARGUMENTS = 50;

/** Characters of an argument's name. */
const MAX_NAME = 200;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const HEX = /^(?=.*\d)[\da-f]{16,64}$/i;
const ULID = /^[0-7][\dA-HJKMNP-TV-Z]{25}$/;
/** `cus_9s6XKzkNRiz8i3`, as Stripe, Slack and others write ids. */
const PREFIXED = /^[a-z]{1,10}_(?=\w*\d)[A-Za-z0-9]{8,}$/;
const EMAIL = /^[^@\s/]+@[^@\s/.]+(?:\.[^@\s/.]+)+$/;
/** `USER_ID`, as documentation writes placeholders. */
const SHOUTED = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
/** Placeholders within a segment: `{id}`, `{{id}}`, `<id>`, `%7Bid%7D`. */
const WITHIN = /\{\{? *([\w.-]+) *\}?\}|<([\w .-]+)>|%7B([\w.-]+)%7D|%3C([\w.-]+)%3E/gi;

/** Finds the arguments in a path: `/users/42` is `/users/{userId}`. */
export function toPathShape(path: string): PathShape {
  const found: PathArgument[] = [];
  const names = new Set<string>();
  const add = (named: string, example?: JsonValue): string => {
    // Such a path is no operation's; names for all of it would take forever to find.
    if (found.length > MAX_PATH_ARGUMENTS) return '{}';
    let name = named;
    for (let round = 2; names.has(name); round += 1) name = `${named}${round}`;
    names.add(name);
    found.push({ name, ...(example === undefined ? {} : { example }) });
    return `{${name}}`;
  };
  const segments = path.split('/').slice(1);
  let before = '';
  const parts = segments.map((segment, index) => {
    const decoded = decodePercent(segment);
    const typed = toTyped(segment);
    if (typed !== null) return add(toPathArgumentName(typed));
    const shown = showPlaceholders(segment);
    const count = found.length;
    const filled = shown.replace(WITHIN, (_all, ...given: unknown[]) => {
      const name = given.slice(0, 4).find((each) => typeof each === 'string');
      return add(toPathArgumentName(String(name)));
    });
    if (found.length > count) return filled;
    if (holdsSecret(decoded)) return add('token');
    const isVersion = index === 0 && /^\d{1,2}$/.test(segment) && segments.length > 1;
    if (!isVersion && isIdentifier(decoded)) return add(nameAfter(before), readScalar(decoded));
    if (/[a-z]/i.test(decoded)) before = decoded;
    return encodeLiteral(segment);
  });
  return { template: `/${parts.join('/')}`, arguments: found };
}

/** Notations that are placeholders only as a whole segment: `:id`, `USER_ID`. */
function toTyped(segment: string): string | null {
  const named = /^:([A-Za-z_][\w-]*)$/.exec(segment)?.[1];
  return named ?? (SHOUTED.test(segment) ? segment : null);
}

function isIdentifier(text: string): boolean {
  return [/^\d+$/, UUID, HEX, ULID, PREFIXED, EMAIL].some((form) => form.test(text));
}

/** Names an id after the preceding segment: `userId` after `users`. */
function nameAfter(literal: string): string {
  const words = toWords(literal);
  const last = words.pop();
  if (last === undefined || /^(?:v\d+|api|rest)$/.test(last)) return 'id';
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const [first, ...rest] = [...words, toSingular(last)];
  return [first, ...rest.map(capital), 'Id'].join('');
}

/** A placeholder's own name, in lower case if it was upper case. */
export function toPathArgumentName(placeholder: string): string {
  const name = placeholder
    .slice(0, MAX_NAME)
    .replace(/[^\w-]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return (/[a-z]/.test(name) ? name : name.toLowerCase()) || 'value';
}

/** Escapes literal text that looks like an argument. */
function encodeLiteral(segment: string): string {
  return segment.replace(/[{}]/g, (brace) => (brace === '{' ? '%7B' : '%7D'));
}
