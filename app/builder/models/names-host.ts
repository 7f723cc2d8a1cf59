const NEGATION =
  /\b(?:not|never|don'?t|without|keep|nicht|kein\w*|ohne|pas|jamais|sans|nunca|sin|não|nao|non|senza|niet|nie)\b|不|别|しない|없이/iu;

/** Ends of sentences, and words after which the opposite may be said. */
const BREAKS =
  /(?<=[.!?;。！？])\s+|\n+|,?\s+\b(?:but|instead|aber|sondern|mais|pero|mas|ma)\b\s+/iu;

const POLITE = /\b(?:can|could|would|will) you\b|\bplease\b|\bbitte\b|\bpuedes\b|\bpeux-tu\b/iu;

/** Whether a person's own words name a host, and neither forbid it nor merely wonder about it. */
export function asksForHost(said: string, host: string): boolean {
  const isNamed = namesHost(host);
  return said.split(BREAKS).some((sentence) => {
    if (NEGATION.test(sentence) || !isNamed(sentence)) return false;
    return !/[?？]\s*$/.test(sentence) || POLITE.test(sentence);
  });
}

/** Tells whether a text names a host, and not only one that ends or begins like it. */
export function namesHost(host: string): (text: string) => boolean {
  const name = host.toLowerCase().replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const place = new RegExp(`(?<![a-z0-9.-])${name}(?![a-z0-9-]|\\.[a-z0-9])`);
  return (text) => place.test(text.toLowerCase());
}
