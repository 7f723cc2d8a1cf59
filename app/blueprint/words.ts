/** The words of `orderItems`, `order-items` or `order_items`, in lower case. */
export function toWords(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** Singular of a noun: `policy` for `policies`. Other words are returned unchanged. */
export function toSingular(word: string): string {
  if (word === 'people') return 'person';
  if (word === 'children') return 'child';
  if (word.length < 4 || /(?:ss|us|is|news|series)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|zz|[bnprt]us)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** Whether a word is a plural. */
export function isPlural(word: string): boolean {
  return toSingular(word) !== word;
}
