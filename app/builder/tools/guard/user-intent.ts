/** Verbs that take something away, in the languages that people write to the builder in most. */
export const REMOVAL =
  /\b(?:remove|delete|drop|get rid of|throw out|take out|kill|discard|hide|disable|switch off|turn off|lösch|entfern|supprim|enlev|retir|borra|elimin|quita|remov|apag|exclu|rimuov|cancell|verwijder|usuń|usun)|удал|убер|删除|移除|去掉|削除|消して|삭제|제거|احذف|हटा/iu;

const NEGATION =
  /\b(?:not|never|don'?t|without|keep|nicht|kein\w*|ohne|pas|jamais|sans|nunca|sin|não|nao|non|senza|niet|nie)\b|不|别|しない|없이/iu;

/** Ends of sentences, and words after which the opposite may be said. */
const BREAKS =
  /(?<=[.!?;。！？])\s+|\n+|,?\s+\b(?:but|instead|aber|sondern|mais|pero|mas|ma)\b\s+/iu;

const POLITE = /\b(?:can|could|would|will) you\b|\bplease\b|\bbitte\b|\bpuedes\b|\bpeux-tu\b/iu;

/**
 * Whether a person's own words ask for something: one sentence says it, of this name where one is
 * given, and neither forbids it nor merely wonders about it.
 */
export function asksFor(said: string, what: RegExp, name?: string): boolean {
  return toRequests(said).some(
    (sentence) => what.test(sentence) && (name === undefined || hasName(sentence, name)),
  );
}

/** Whether a person's own words name a thing without forbidding it. */
export function asksAbout(said: string, name: string): boolean {
  return toRequests(said).some((sentence) => hasName(sentence, name));
}

/** Whether a person's own words name a host without forbidding it. */
export function asksForHost(said: string, host: string): boolean {
  const place = new RegExp(
    `(?<![a-z0-9.-])${toPattern(host.toLowerCase())}(?![a-z0-9-]|\\.[a-z0-9])`,
  );
  return toRequests(said).some((sentence) => place.test(sentence.toLowerCase()));
}

function toRequests(said: string): string[] {
  return said.split(BREAKS).filter((sentence) => {
    if (NEGATION.test(sentence)) return false;
    return !/[?？]\s*$/.test(sentence) || POLITE.test(sentence);
  });
}

/** `get_user`, `get user`, `Get-User` and `getUser` are one name. */
function hasName(sentence: string, name: string): boolean {
  return ` ${toWords(sentence)} `.includes(` ${toWords(name)} `);
}

function toWords(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function toPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
