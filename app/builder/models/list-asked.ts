import { findPlaces, type NamedPlace } from './find-places.ts';

/** Ends of sentences; not behind an abbreviation, which the object of a negation may follow. */
const SENTENCE_END =
  /(?<=[.!?;])(?<!\b(?:e\.g|i\.e|z\.\s?b|bzw|ca|etc|vs)\.)\s+|(?<=[。！？；])\s*|\n+/iu;

/** Words after which the opposite may be said. */
const TURN =
  /,?\s+\b(?:but|instead(?!\s+of)|aber|sondern|stattdessen|mais|pero|sino|mas|ma|maar)\b\s+/iu;

/** Their negation is not about what stands beside them. */
const IDIOM = /\b(?:not only|why not|(?:do not|don['’]?t) (?:forget|worry|hesitate)[^,;]*)/giu;

/** Negates what is done, with everything that is named after it. */
const NEGATED =
  /\b(?:not|never|don['’]?t|nicht|niemals|pas|jamais|nunca|não|nao|non|niet|nie)\b|\bno\s+(?:us|llam|import|conect|toqu|acced)\w*|[不别別勿]|禁止|しない|ないで|없이|말고|마세요/iu;

/** Negates only what it stands before, or what is said to be so. */
const EXCEPTED =
  /\b(?:without|except|excluding|instead\s+of|rather\s+than|avoid|ignore|stop|forget\s+about|no\s+(?:calls?|requests?|connections?|access|traffic)|\w+n['’]t|cannot|kein\w*|ohne|au(?:ß|ss)er|anstatt|statt|sans|sauf|au\s+lieu\s+de|sin|excepto|en\s+(?:vez|lugar)\s+de|sem|exceto|senza|tranne|invece\s+di|zonder|behalve|in\s+plaats\s+van)\b|\b(?:keep|stay)\s+(?:away|out|off|clear)\b/iu;

const CONTRACTED = /n['’]t\b|\bcannot\b/i;
const ENGLISH = /^(?:not|never|don['’]?t)$/i;

/** Ends what is said of a place that stands before it. */
const PART =
  /[,:()]|\s[-–—]+\s|\b(?:and|that|which|who|whose|so|with|und|das|mit|et|qui|que|avec|y|con|e|che|en|dat|met)\b/iu;
/** Ends the object of a negation. */
const NEXT = /[,:()]|\s[-–—]+\s|\b(?:and|then|und|dann|et|puis|y|e|poi|en)\b/iu;
const BETWEEN = /^[\s,/&]*(?:and|or|nor|und|oder|noch|et|ou|ni|y|o|e)?[\s,]*$/iu;

const USES = 'use|call|contact|fetch|import|visit|open|trust|connect|touch|reach';
/** Says of what the place is used for, by a pronoun or without an object, that it is not to be. */
const OF_PLACE = new RegExp(
  `\\b(?:it|this|that|them|there|these|those)\\b|\\b(?:${USES}|not|never)\\b[\\s.!]*$|\\bbe\\s+(?:used|called|contacted|fetched|imported|visited|opened|trusted)\\b`,
  'iu',
);

/** A question that asks for something to be made, and does not only wonder. */
const REQUEST =
  /\b(?:can|could|would|will) you\b|\bplease\b|\bbitte\b|\bpuedes\b|\bpodr[ií]as\b|\b(?:peux|pourrais)-tu\b|\bpouvez-vous\b|\b(?:kannst|könntest) du\b|\bkönnen sie\b|\bkun je\b|\bpuoi\b|^\W*(?:build|make|create|generate|add|set up|write|give me|import|baue?|erstelle|crea|crée[rz]?)\b|^\W*(?:i|we) (?:want|need|would like)\b|\bhow (?:do|can|would|could) (?:i|we)\b.*\b(?:server|mcp|tools?|client|integration)\b|\b(?:can|could) (?:i|we) (?:have|get|build|make)\b|请|ください|お願い|주세요/iu;

/** The places in a person's own words that they neither forbid nor merely wonder about. */
export function listAsked(said: string): NamedPlace[] {
  return splitClauses(said).flatMap((clause) => {
    const places = findPlaces(clause);
    // Words in an address say nothing about it.
    const named = places.reduce((text, { start, end }) => mask(text, start, end), clause);
    const words = named.replace(IDIOM, (idiom) => ' '.repeat(idiom.length));
    if (/[?？]\s*$/.test(words) && !REQUEST.test(words)) return [];
    return places.filter((place) => !isExcepted(words, place, places) && !isNegated(words, place));
  });
}

/** Sentences, parted at a turn; items of a list begin with what stands over it. */
function splitClauses(said: string): string[] {
  let heading = '';
  return said.split(SENTENCE_END).flatMap((sentence) => {
    const isItem = /^\s*(?:[-*•–]|\d+[.)])\s/.test(sentence);
    if (!isItem) heading = /[:：]\s*$/.test(sentence) ? sentence.replace(/[:：]\s*$/, '') : '';
    return (isItem ? `${heading} ${sentence}` : sentence).split(TURN);
  });
}

function mask(text: string, start: number, end: number): string {
  return text.slice(0, start) + '□'.repeat(end - start) + text.slice(end);
}

/** Whether a negation stands before a place, or says after it that it is not to be used. */
function isNegated(words: string, { start, end }: NamedPlace): boolean {
  if (NEGATED.test(words.slice(0, start))) return true;
  return words
    .slice(end)
    .split(PART)
    .some((part, index) => {
      if (CONTRACTED.test(part) && OF_PLACE.test(part)) return true;
      const negation = NEGATED.exec(part);
      if (negation === null) return false;
      const isElsewhere = index > 0 && ENGLISH.test(negation[0]);
      return !isElsewhere || OF_PLACE.test(part.slice(negation.index));
    });
}

/** Whether a place is what is to be left out, or stands beside one that is. */
function isExcepted(words: string, { start }: NamedPlace, places: readonly NamedPlace[]): boolean {
  const beside = places.findLast(({ end }) => end <= start);
  const before = words.slice(beside?.end ?? 0, start);
  if (EXCEPTED.test(before.split(NEXT).at(-1) ?? '')) return true;
  return beside !== undefined && BETWEEN.test(before) && isExcepted(words, beside, places);
}
