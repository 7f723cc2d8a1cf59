import type { Token } from './tokens.ts';

const UNITS = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
  sixteen seventeen eighteen nineteen`
    .split(/\s+/)
    .map((word, value) => [word, value]),
);
const TENS = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10]),
);
const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
]);

/** A number and how many tokens it took. */
export interface FoundNumber {
  value: number;
  length: number;
}

/** The number that begins here, in digits or in words (`twenty-five`, `a hundred`, `10k`); or null. */
export function readNumber(tokens: readonly Token[], at: number): FoundNumber | null {
  const token = tokens[at];
  if (!token) return null;
  if (typeof token.value === 'number') {
    const scale = SCALES.get(tokens[at + 1]?.word ?? '');
    return { value: token.value * (scale ?? 1), length: scale === undefined ? 1 : 2 };
  }
  const thousands = /^(\d{1,9}(?:\.\d{1,3})?)k$/.exec(token.word)?.[1];
  if (thousands !== undefined) return { value: Number(thousands) * 1_000, length: 1 };
  return readWords(tokens, at);
}

function readWords(tokens: readonly Token[], at: number): FoundNumber | null {
  let total = 0;
  let group: number | null = null;
  let index = at;
  for (; index < tokens.length; index += 1) {
    const word = tokens[index]?.word ?? '';
    const value = toSmallNumber(word);
    const scale = SCALES.get(word);
    const isArticle = (word === 'a' || word === 'an') && index === at;
    if (isArticle && SCALES.has(tokens[index + 1]?.word ?? '')) group = 1;
    else if (value !== null && (group === null || fits(group, value))) group = (group ?? 0) + value;
    else if (scale === 100 && group !== null) group *= 100;
    else if (scale !== undefined && group !== null) {
      total += group * scale;
      group = 0;
    } else if (!(word === 'and' && group !== null && isHundreds(tokens, index))) break;
  }
  return group === null ? null : { value: total + group, length: index - at };
}

/** `twenty` takes `five`, `two hundred` takes both; `five` takes nothing. */
function fits(group: number, value: number): boolean {
  if (group === 0 || (group % 100 === 0 && value < 100)) return true;
  return group % 10 === 0 && group % 100 >= 20 && value > 0 && value < 10;
}

/** The `and` of `a hundred and five`. */
function isHundreds(tokens: readonly Token[], at: number): boolean {
  return (
    SCALES.has(tokens[at - 1]?.word ?? '') && toSmallNumber(tokens[at + 1]?.word ?? '') !== null
  );
}

function toSmallNumber(word: string): number | null {
  const whole = UNITS.get(word) ?? TENS.get(word);
  if (whole !== undefined) return whole;
  const [tens, unit] = word.split('-');
  const first = TENS.get(tens ?? '');
  const second = UNITS.get(unit ?? '');
  return first === undefined || second === undefined ? null : first + second;
}
