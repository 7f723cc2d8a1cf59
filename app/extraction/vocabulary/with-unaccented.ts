import type { Sense, Vocabulary } from './vocabulary.ts';

/** Shorter words have another meaning without their accent: `où`, `à`, `è`, `dà`. */
const MIN_LENGTH = 4;

/** Extends a vocabulary by spellings without accents. */
export function withUnaccented({ senses, markers, ...rest }: Vocabulary): Vocabulary {
  const both: Partial<Record<Sense, string[]>> = {};
  let sense: Sense;
  for (sense in senses) both[sense] = withVariants(senses[sense] ?? []);
  return { ...rest, markers: withVariants(markers), senses: both };
}

function withVariants(phrases: readonly string[]): string[] {
  return [...new Set(phrases.flatMap((phrase) => [phrase, ...variantsOf(phrase)]))];
}

/** `löschen` is typed `loeschen` and `loschen`. */
function variantsOf(phrase: string): string[] {
  if (phrase.length < MIN_LENGTH) return [];
  const spelled = phrase.replace(/[äöü]/g, (letter) => `${letter}e`).replaceAll('ß', 'ss');
  return [spelled, phrase.replaceAll('ß', 'ss')].map(stripMarks);
}

function stripMarks(phrase: string): string {
  return phrase
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC');
}
