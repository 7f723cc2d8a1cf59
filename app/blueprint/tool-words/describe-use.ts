import { isPlural, toSingular, toWords } from '#app/blueprint/words.ts';

/** Verbs of requests whose path names one thing. */
const OF_ONE = new Map([
  ['GET', 'Returns'],
  ['PUT', 'Replaces'],
  ['PATCH', 'Changes'],
  ['DELETE', 'Deletes'],
]);
const PLACEHOLDER = /^\{([A-Za-z_][\w.-]{0,39})\}$/;

/**
 * Says from the form of a path what a request is about, and when to use it: "Returns one user, chosen by id. Use it
 * when you know the id." Null where the form does not show whether it is one thing or a list.
 */
export function describeUse(method: string, path: string): string | null {
  const segments = path.split('/').filter((segment) => segment !== '');
  const names = segments.flatMap((segment) => PLACEHOLDER.exec(segment)?.[1] ?? []);
  const fixed = segments.filter((segment) => !/[{}]/.test(segment));
  // A placeholder inside a segment, or one with an odd name, is not read.
  if (fixed.length + names.length < segments.length) return null;
  const noun = toWords(fixed.at(-1) ?? '').join(' ');
  const isOne = PLACEHOLDER.test(segments.at(-1) ?? '');
  if (!isPlural(noun)) return null;
  if (!isOne) return method === 'GET' ? describeList(noun, names) : null;
  const verb = OF_ONE.get(method);
  if (verb === undefined) return null;
  return `${verb} one ${toSingular(noun)}, chosen by ${joinNames(names)}. Use it when you know ${known(names)}.`;
}

function describeList(noun: string, names: readonly string[]): string {
  const chosen = names.length === 0 ? '' : `, chosen by ${joinNames(names)}`;
  return `Returns a list of ${noun}${chosen}. Use it when you do not know which one is meant.`;
}

function known(names: readonly string[]): string {
  if (names.length === 1) return `the ${names[0] ?? ''}`;
  return names.length === 2 ? 'both' : 'all of them';
}

function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
