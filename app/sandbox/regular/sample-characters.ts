/** Characters of the most common classes: ASCII, Latin, and one of some others. */
const COMMON = [
  ...Array.from({ length: 0x180 }, (_, code) => String.fromCodePoint(code)),
  ...Array.from('Ωяא漢あ가๑٣\u2028\u2029\u3000\ufeff😀'),
];
const LINE_ENDS = ['\n', '\r', '\u2028', '\u2029'];

/** Characters that tell the classes of an expression apart: common ones, and those in it with their neighbours. */
export function listSamples(source: string): string[] {
  const own = Array.from(source).flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    return [code - 1, code, code + 1].filter((each) => each >= 0 && each <= 0x10ffff);
  });
  const written = [...source.matchAll(/\\u\{?([\da-f]{1,6})\}?|\\x([\da-f]{2})/gi)].map((match) =>
    Number.parseInt(match[1] ?? match[2] ?? '0', 16),
  );
  const codes = [...own, ...written].filter((code) => code <= 0x10ffff);
  return [...new Set([...COMMON, ...codes.map((code) => String.fromCodePoint(code))])];
}

/** The samples that a class matches, as the bits of a number. */
export function toSet(
  samples: readonly string[],
  flags: string,
  matches: (character: string) => boolean,
): bigint {
  const isAny = flags.includes('s') && !matches('\n') && matches('a') && matches('\u0001');
  const found = samples.map(
    (character) =>
      matches(character) ||
      (isAny && LINE_ENDS.includes(character)) ||
      (flags.includes('i') &&
        (matches(character.toLowerCase()) || matches(character.toUpperCase()))),
  );
  return found.reduce((set, isIn, at) => (isIn ? set | (1n << BigInt(at)) : set), 0n);
}
