import { decodePercent } from './decode-percent.ts';

/** The names and values of a query or form, decoded. */
export function readQueryPairs(text: string): { name: string; value: string }[] {
  return text.split('&').map((pair) => {
    const cut = pair.indexOf('=');
    const name = cut === -1 ? pair : pair.slice(0, cut);
    const value = cut === -1 ? '' : pair.slice(cut + 1);
    return { name: decodePlus(name), value: decodePlus(value) };
  });
}

function decodePlus(text: string): string {
  return decodePercent(text.replaceAll('+', ' '));
}
