/**
 * Characters that a reader does not see but a model reads: controls, bidirectional controls, zero width,
 * fillers, tags and the second block of variation selectors. Joiners inside words of scripts that need them,
 * and inside emoji, are left alone.
 */
const HIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFE00-\uFE0E\uFEFF\uFFA0\uFFF9-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E01EF}]|(?<![\p{Extended_Pictographic}\u{1F3FB}-\u{1F3FF}\uFE0F]|[\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?!\p{Extended_Pictographic}|\p{L})|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\u200C\u200D]/gu;

/** Nearly all text matches this, and needs no further check. */
const PLAIN = /^[\t\n\r\x20-\x7E]*$/;

/** Writes each hidden character as `[U+202E]`, and noncharacters as U+FFFD. */
export function toVisible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.toWellFormed().replace(HIDDEN, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `[U+${code}]`;
  });
}

/** The text without hidden characters and noncharacters. */
export function dropHidden(text: string): string {
  return PLAIN.test(text) ? text : text.toWellFormed().replace(HIDDEN, '').replaceAll('\uFFFD', '');
}

/** Whether a text contains hidden characters. */
export function hasHidden(text: string): boolean {
  return toVisible(text) !== text;
}

/** A part of a text: seen as it is, or a run of hidden characters. */
export interface TextRun {
  text: string;
  isHidden: boolean;
}

/** Splits a text where what is seen and what is hidden meet. */
export function splitHidden(text: string): TextRun[] {
  if (PLAIN.test(text)) return text === '' ? [] : [{ text, isHidden: false }];
  const whole = text.toWellFormed();
  const runs: TextRun[] = [];
  let end = 0;
  for (const { 0: character, index } of whole.matchAll(HIDDEN)) {
    if (index > end) runs.push({ text: whole.slice(end, index), isHidden: false });
    const last = runs.at(-1);
    if (last?.isHidden && index === end) last.text += character;
    else runs.push({ text: character, isHidden: true });
    end = index + character.length;
  }
  if (end < whole.length) runs.push({ text: whole.slice(end), isHidden: false });
  return runs;
}
