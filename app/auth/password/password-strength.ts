/** How long a password would hold against somebody who guesses. */
export type PasswordStrength = 'weak' | 'fair' | 'good' | 'strong';

const GROUPS: readonly [pattern: RegExp, size: number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^A-Za-z\d]/, 33],
];

/** The beginnings of most guesses. */
const COMMON = /passw|qwert|letmein|welcome|iloveyou|admin|abc123|monkey|dragon|secret/gi;

/** Bits that have to be guessed, from which on a password is fair, good and strong. */
const STEPS: readonly [bits: number, strength: PasswordStrength][] = [
  [80, 'strong'],
  [60, 'good'],
  [40, 'fair'],
];

/** Estimates the strength of a password; repeats, rows and common words count as one character. */
export function estimateStrength(password: string): PasswordStrength {
  const alphabet = GROUPS.filter(([pattern]) => pattern.test(password));
  const size = alphabet.reduce((sum, [, count]) => sum + count, 0);
  const bits = countSurprises(password.replaceAll(COMMON, '*')) * Math.log2(Math.max(size, 2));
  return STEPS.find(([least]) => bits >= least)?.[1] ?? 'weak';
}

/** Characters that do not follow from the one before them, as in `aaa`, `abc` and `321`. */
function countSurprises(text: string): number {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return codes.filter((code, at) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1).length;
}

/** The line below the field of a new password. */
export function toPasswordHint(password: string): string {
  const least = 'At least 6 characters.';
  if (password === '') return least;
  const strength = estimateStrength(password);
  const advice = strength === 'weak' || strength === 'fair' ? ' Longer is stronger.' : '';
  return `${least} Strength: ${strength}.${advice}`;
}
