/** Letters that Unicode does not decompose. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  œ: 'oe',
  Œ: 'OE',
  þ: 'th',
  Þ: 'Th',
  ð: 'd',
  Ð: 'D',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
};

/** Characters that are looked at: no name is half as long. */
const MAX_GIVEN = 1_000;

export interface SafeName {
  /** Only `[A-Za-z0-9_.-]`; empty if nothing could be kept. */
  name: string;
  /** Letters or digits of the text are missing in the name. */
  isLossy: boolean;
}

/** Makes a text safe as a machine name: drops accents, and replaces everything not allowed by `_`. */
export function toSafeName(given: string): SafeName {
  const text = given.slice(0, MAX_GIVEN);
  const isCut = text.length < given.length;
  if (!isCut && /^[A-Za-z0-9_.-]+$/.test(text)) return { name: text, isLossy: false };
  const ascii = text
    .replace(/[ßæÆøØđĐłŁœŒþÞðÐıħĦ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');
  const isLossy = isCut || /[\p{L}\p{N}]/u.test(ascii.replace(/[A-Za-z0-9]+/g, ''));
  const name = ascii.replace(/[^A-Za-z0-9_.-]+/g, '_').replace(/^[_.]+|[_.]+$/g, '');
  return { name, isLossy };
}

/** Six characters derived from a text, deterministically (FNV-1a, not for security). */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36).padStart(6, '0').slice(-6);
}

/** Truncates a name and appends a hash of its key. */
export function withHash(name: string, key: string, max = 64): string {
  const head = name.slice(0, max - 7).replace(/[_.-]+$/, '');
  return head === '' ? shortHash(key) : `${head}_${shortHash(key)}`;
}

/** Assigns names that are unique among those it assigned or was given. */
export class NameRegister {
  readonly #taken = new Set<string>();

  reserve(name: string): void {
    this.#taken.add(name);
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** The wanted name if it is free; else with a hash of `key`, stable across runs. */
  take(wanted: string, key: string, max = 64): string {
    let name = wanted;
    for (let round = 0; name === '' || name.length > max || this.#taken.has(name); round += 1) {
      name = withHash(wanted, round === 0 ? key : `${key}#${round}`, max);
    }
    this.#taken.add(name);
    return name;
  }
}
