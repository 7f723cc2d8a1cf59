/** An address or a host in a text. */
export interface NamedPlace {
  /** Where it stands in the text: of its first character, and behind its last. */
  start: number;
  end: number;
  /** As it is requested: the host in small letters and in ASCII. */
  url: URL;
  /** Without a scheme, as people write hosts: any scheme may be meant. */
  isBare: boolean;
}

const ADDRESS =
  /\b(?:https?|wss?):\/\/(?:(?!,https?:)[^\s"'`<>\\^|、。，；：！？「」『』（）《》“”„‘’«»]){1,2048}/giu;

/** A host that stands alone, or before a path; not the one of a mail address. */
const HOST =
  /(?<![\p{L}\p{N}._@-])(?:(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}[\p{L}\p{N}-]{1,62}|(?:\d{1,3}\.){3}\d{1,3}|localhost)(?![\p{L}\p{N}_@-]|\.[\p{L}\p{N}])(?::\d{1,5})?(?:[/?#][^\s"'`<>\\^|、。，；：！？「」『』（）《》“”„‘’«»]{0,2048})?/giu;

/** Scripts that are written without spaces; not where they are part of a host themselves. */
const UNSPACED =
  /(?<!\.)[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+(?!\.[\p{L}\p{N}])/gu;

/** Ends of sentences and brackets around an address, which are no part of it. */
const TRAILING = /[.,;:!?*)\]}]+$/;

/** Finds the addresses and hosts that a text names, in their order; a host in an address is its own only. */
export function findPlaces(text: string): NamedPlace[] {
  const spaced = text.replace(UNSPACED, (word) => ' '.repeat(word.length));
  const found = [text, ...(spaced === text ? [] : [spaced])].flatMap(scan);
  return found.toSorted((a, b) => a.start - b.start);
}

function scan(text: string): NamedPlace[] {
  const rest = text.replace(ADDRESS, (address) => ' '.repeat(address.length));
  return [
    ...[...text.matchAll(ADDRESS)].flatMap((found) => toPlaces(found, false)),
    ...[...rest.matchAll(HOST)].flatMap((found) => toPlaces(found, true)),
  ];
}

/** Reads what was written, with and without the signs behind it, which may belong to the sentence. */
function toPlaces({ 0: written, index }: RegExpExecArray, isBare: boolean): NamedPlace[] {
  const shorter = written.replace(TRAILING, '');
  const end = index + shorter.length;
  // A dot at the end of a host is the end of the sentence.
  const texts = written.endsWith('.') ? [shorter] : [...new Set([written, shorter])];
  return texts.flatMap((each) => {
    const url = URL.parse(isBare ? `https://${each}` : each);
    return url !== null && isNamedHost(url.hostname) ? [{ start: index, end, url, isBare }] : [];
  });
}

/** Whether it can be reached by name or number: a word without a dot is none. */
function isNamedHost(hostname: string): boolean {
  return hostname.includes('.') || hostname === 'localhost' || hostname.startsWith('[');
}
