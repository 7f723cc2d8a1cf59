import { findNamed } from './draft/find-tool.ts';
import type { ToolFacts } from './turn.ts';
import { isMethodName, toMethod } from './words/method-words.ts';
import type { Token } from './words/tokens.ts';

/** Verbs with which a request begins. */
const VERBS = new Set(
  `rename remove delete drop add create make set use change disable enable turn switch hide call run try
  test import describe ask require keep fix repair check confirm connect include let mark stop allow give
  return only explain don't do never what how build`.split(/\s+/),
);
/** Words of politeness that a sentence begins with at most. */
const MAX_POLITENESS = 20;
const JOINTS = /^(?:and|,|then|also|but|&|plus|finally|afterwards|next)$/;
const QUESTION = /^(?:which|what|how|who|list|is|are|does|show)$/;
const POLITE: readonly string[][] = [
  'please',
  'can you',
  'could you',
  'would you',
  'will you',
  'can we',
  'could we',
  'i want you to',
  'i need you to',
  'i would like you to',
  'i would like to',
  'i want to',
  'i need to',
  'you should',
  'we should',
  'let us',
  'hey there',
  'hi there',
  'hello there',
  'hey',
  'hi',
  'hello',
  'ok',
  'okay',
  'so',
  'now',
  'next',
  'first',
  'firstly',
  'second',
  'secondly',
  'finally',
  'then',
  'and',
  'but',
  'well',
  'great',
  'perfect',
  'thanks',
  'just',
  'maybe',
  'kindly',
  'it has',
  'has',
  ',',
  ':',
  '-',
].map((text) => text.split(' '));
const SHORT: Record<string, string> = {
  "what's": 'what is',
  whats: 'what is',
  "it's": 'it is',
  "that's": 'that is',
  "where's": 'where is',
  "who's": 'who is',
  "here's": 'here is',
  "let's": 'let us',
  "i'd": 'i would',
  "i'm": 'i am',
  "don't": 'do not',
  dont: 'do not',
  "doesn't": 'does not',
  "shouldn't": 'should not',
  "mustn't": 'must not',
  "needn't": 'need not',
  "isn't": 'is not',
  "aren't": 'are not',
};

/** Cuts a message into its requests: by sentences, lines, and "and" where another one begins. */
export function cutClauses(tokens: readonly Token[], tools: readonly ToolFacts[]): Token[][] {
  const clauses: Token[][] = [];
  let clause: Token[] = [];
  /** Bullets below "Remove:" are a list. */
  let isHeading = false;
  let brackets = 0;
  const end = () => {
    const trimmed = trimPoliteness(expand(clause));
    if (trimmed.length > 0) clauses.push(trimmed);
    clause = [];
  };
  tokens.forEach((token, at) => {
    if (token.word === '(') brackets += 1;
    if (token.word === ')') brackets = Math.max(0, brackets - 1);
    if (brackets > 0 && token.text === ';') {
      clause.push({ ...token, kind: 'mark', text: ',', word: ',' });
    } else if (token.kind === 'break') {
      brackets = 0;
      const isBullet = token.text === '•';
      if (isBullet && clause.at(-1)?.word === ':') isHeading = true;
      const next = tokens[at + 1];
      if (isHeading && isBullet && next && !startsRequest(tokens, at + 1, tools)) {
        if (clause.at(-1)?.word !== ':')
          clause.push({ ...token, kind: 'mark', text: ',', word: ',' });
        return;
      }
      // "Please do this:" above requests of their own says nothing more.
      if (isBullet && clause.at(-1)?.word === ':' && clause.length <= 8) clause = [];
      if (!isBullet) isHeading = isHeading && token.text === '\n' && tokens[at + 1]?.text === '•';
      if (token.text === '\n' && goesOn(clause, next)) return;
      end();
    } else if (
      brackets === 0 &&
      JOINTS.test(token.word) &&
      clause.length > 0 &&
      isJoint(tokens, at, clause, tools)
    ) {
      end();
    } else clause.push(token);
  });
  end();
  return clauses;
}

/** A line break before an address, a path or a quotation ends no sentence. */
function goesOn(clause: readonly Token[], next: Token | undefined): boolean {
  const hasAddress = clause.some(({ kind }) => kind === 'url' || kind === 'path');
  const isPiece = next !== undefined && /^(?:url|path|quote|json)$/.test(next.kind);
  return clause.length > 0 && !hasAddress && isPiece;
}

function isJoint(
  tokens: readonly Token[],
  at: number,
  clause: readonly Token[],
  tools: readonly ToolFacts[],
): boolean {
  // "In list_users, make limit optional": the beginning says where.
  if (clause.length <= 5 && /^(?:in|for|of|on|before)$/.test(clause[0]?.word ?? '')) return false;
  // What stands under a condition, or behind "don't", is never done by itself.
  const start = trimPoliteness(expand(clause.slice(0, 24)));
  const first = start.slice(0, 2).map(({ word }) => word);
  if (/^(?:if|unless|when|until|whether|never|do not|without)\b/.test(first.join(' ')))
    return false;
  let next = at + 1;
  while (JOINTS.test(tokens[next]?.word ?? '')) next += 1;
  if (QUESTION.test(start[0]?.word ?? '') && !QUESTION.test(tokens[next]?.word ?? '')) {
    return false;
  }
  return startsRequest(tokens, next, tools);
}

function startsRequest(tokens: readonly Token[], at: number, tools: readonly ToolFacts[]): boolean {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (!token || token.kind === 'quote' || !next || next.kind === 'break') return false;
  if (next.kind === 'url' || next.kind === 'path') {
    return isMethodName(token.text) || toMethod(token.word) !== null || VERBS.has(token.word);
  }
  if (/^(?:has|have|offers|with)$/.test(token.word) && isMethodName(next.text)) return true;
  if (JOINTS.test(next.word) && next.word !== 'also') return false;
  if (token.word === 'get' && next.word === 'rid') return true;
  // "and a tool that …"
  if (/^(?:a|an|another|one|new)$/.test(token.word) && /^(?:new|tool|endpoint)$/.test(next.word))
    return true;
  if (/^(?:have|show|tell|give)$/.test(token.word) && /^(?:it|them|me)$/.test(next.word))
    return true;
  if (namesTool(tokens, at, tools)) return false;
  if (/^(?:it|they)$/.test(token.word)) return /^(?:should|must|needs?|has)$/.test(next.word);
  if (token.word === 'name' || token.word === 'call')
    return /^(?:it|them|this|that|the)$/.test(next.word) || token.word === 'call';
  if (token.word === 'which') return /^(?:tools?|ones|of)$/.test(next.word);
  return VERBS.has(token.word);
}

/** "remove list users and delete user": the words are the name of a tool. */
function namesTool(tokens: readonly Token[], at: number, tools: readonly ToolFacts[]): boolean {
  for (let length = 5; length > 1; length -= 1) {
    const after = tokens[at + length];
    const isEnd = !after || after.kind === 'break' || JOINTS.test(after.word);
    const words = tokens.slice(at, at + length);
    if (isEnd && words.every(({ kind }) => kind === 'word') && findNamed(words, tools)) return true;
  }
  return false;
}

function expand(clause: readonly Token[]): Token[] {
  return clause.flatMap((token) => {
    const long = Object.hasOwn(SHORT, token.word) ? SHORT[token.word] : undefined;
    if (long === undefined || token.kind !== 'word') return [token];
    return long.split(' ').map((word) => ({ ...token, text: word, word }));
  });
}

/** The sentence without "could you please" and the like, unless it is nothing else. */
function trimPoliteness(clause: readonly Token[]): Token[] {
  let at = 0;
  for (let round = 0; round < MAX_POLITENESS; round += 1) {
    const length = politenessAt(clause, at);
    if (length === 0) break;
    const isMark = /^[,:-]$/.test(clause[at]?.word ?? '');
    const isAll = clause.slice(at + length, at + length + 3).every(({ kind }) => kind === 'mark');
    if (isAll && !isMark) break;
    at += length;
  }
  return clause.slice(at);
}

function politenessAt(clause: readonly Token[], at: number): number {
  const found = POLITE.find((words) =>
    words.every((word, index) => clause[at + index]?.word === word),
  );
  return found?.length ?? 0;
}
