import { readParts } from './sent-request.ts';
import type { SentPart, SentRequest } from './sent-request.ts';

/** One thing in which two requests differ. */
export interface Difference {
  part: 'method' | 'address' | 'query' | 'header' | 'form' | 'multipart' | 'body' | 'refused';
  /** Name of the pair, header, field or part. */
  name: string;
  ours: string | null;
  theirs: string | null;
}

type Pair = [name: string, value: string | null];

/**
 * All differences of two requests. Equal is what is provably equal: header names in any case, pairs
 * of different names in any order, and any boundary.
 */
export function compareRequests(ours: SentRequest, theirs: SentRequest): Difference[] {
  const differences: Difference[] = [];
  if (ours.method !== theirs.method)
    differences.push({ part: 'method', name: '', ours: ours.method, theirs: theirs.method });
  if (ours.address !== theirs.address)
    differences.push({ part: 'address', name: '', ours: ours.address, theirs: theirs.address });
  differences.push(...comparePairs('query', ours.query, theirs.query));
  const [ourType = '', theirType = ''] = [ours, theirs].map(
    ({ headers }) => headers.get('content-type') ?? '',
  );
  const isMultipart = [ourType, theirType].every((type) => type.startsWith('multipart/'));
  for (const name of new Set([...ours.headers.keys(), ...theirs.headers.keys()])) {
    const [mine = null, other = null] = [ours.headers.get(name), theirs.headers.get(name)];
    const isSame = mine === other || (name === 'content-type' && isMultipart);
    if (!isSame) differences.push({ part: 'header', name, ours: mine, theirs: other });
  }
  if (isMultipart) return [...differences, ...compareParts(ours, theirs, ourType, theirType)];
  return [...differences, ...compareBodies(ours, theirs, ourType)];
}

function comparePairs(part: 'query' | 'form', ours: Pair[], theirs: Pair[]): Difference[] {
  const [mine, other] = [groupByName(ours), groupByName(theirs)];
  return [...new Set([...mine.keys(), ...other.keys()])].flatMap((name) => {
    const [first = null, second = null] = [mine.get(name), other.get(name)];
    return first === second ? [] : [{ part, name, ours: first, theirs: second }];
  });
}

function groupByName(pairs: Pair[]): Map<string, string> {
  const groups = new Map<string, string>();
  for (const [name, value] of pairs) {
    const known = groups.get(name);
    const text = value === null ? name : `${name}=${value}`;
    groups.set(name, known === undefined ? text : `${known}&${text}`);
  }
  return groups;
}

function compareParts(
  ours: SentRequest,
  theirs: SentRequest,
  ourType: string,
  theirType: string,
): Difference[] {
  const [mine, other] = [
    groupParts(readParts(ours.body, ourType)),
    groupParts(readParts(theirs.body, theirType)),
  ];
  return [...new Set([...mine.keys(), ...other.keys()])].flatMap((name): Difference[] => {
    const [first = null, second = null] = [mine.get(name), other.get(name)];
    return first === second ? [] : [{ part: 'multipart', name, ours: first, theirs: second }];
  });
}

function groupParts(parts: SentPart[]): Map<string, string> {
  const groups = new Map<string, SentPart[]>();
  for (const part of parts) groups.set(part.name, [...(groups.get(part.name) ?? []), part]);
  return new Map([...groups].map(([name, list]) => [name, JSON.stringify(list)]));
}

function compareBodies(ours: SentRequest, theirs: SentRequest, type: string): Difference[] {
  const [mine, other] = [ours.body, theirs.body].map((bytes) => Buffer.from(bytes));
  if (mine === undefined || other === undefined || mine.equals(other)) return [];
  const [first, second] = [mine.toString('utf8'), other.toString('utf8')];
  if (!/^application\/x-www-form-urlencoded/i.test(type))
    return [{ part: 'body', name: '', ours: first, theirs: second }];
  return comparePairs('form', toPairs(first), toPairs(second));
}

function toPairs(text: string): Pair[] {
  if (text === '') return [];
  return text.split('&').map((pair) => {
    const at = pair.indexOf('=');
    return at === -1 ? [pair, null] : [pair.slice(0, at), pair.slice(at + 1)];
  });
}
