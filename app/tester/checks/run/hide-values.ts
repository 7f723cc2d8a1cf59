/** Values that are too short would be found in other words as well. */
const MIN_LENGTH = 4;
const SHOWN = '…';

/** Takes values that prove who calls out of texts, however a server repeats them. */
export function createHider(values: readonly string[]): (text: string) => string {
  const plain = values.flatMap((value) => [value, ...value.split(/\s+/).slice(1)]);
  const forms = plain
    .filter((value) => value.length >= MIN_LENGTH)
    .flatMap((value) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]);
  // Longest first: a part of one may be another.
  const all = [...new Set(forms)].toSorted((a, b) => b.length - a.length);
  return (text) => all.reduce((left, value) => left.replaceAll(value, SHOWN), text);
}
