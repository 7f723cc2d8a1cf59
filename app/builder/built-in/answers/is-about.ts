import { QUESTION_WORDS, type QuestionTopic } from '#app/extraction/vocabulary/question-words.ts';

/** Scripts without spaces between words: no word boundary is required. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const patterns = new Map<QuestionTopic, RegExp>();

/** Whether a question contains words of a topic. */
export function isAbout(topic: QuestionTopic, text: string): boolean {
  return text.replaceAll('’', "'").search(patternOf(topic)) !== -1;
}

/** A text without the words of a topic. */
export function leaveOut(topic: QuestionTopic, text: string): string {
  return text.replaceAll('’', "'").replace(patternOf(topic), ' ');
}

function patternOf(topic: QuestionTopic): RegExp {
  const known =
    patterns.get(topic) ?? new RegExp(QUESTION_WORDS[topic].map(toSource).join('|'), 'giu');
  patterns.set(topic, known);
  return known;
}

function toSource(phrase: string): string {
  const stem = phrase.replace(/\*$/, '').replace(/\s+/g, String.raw`\s+`);
  if (UNSPACED.test(stem)) return stem;
  const ending = phrase.endsWith('*') ? String.raw`\p{L}*` : '';
  return String.raw`(?<![\p{L}\p{N}_])${stem}${ending}(?![\p{L}\p{N}_])`;
}
