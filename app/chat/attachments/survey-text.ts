import * as z from 'zod/mini';

import { toMarkedEncoding } from '#app/platform/text/decode-text.ts';

/** Characters of a text that are kept beside it: what a model reads by itself. */
const OPENING_CHARACTERS = 20_000;
/** Characters of the addresses that are kept, and of one of them. */
const ADDRESS_CHARACTERS = 20_000;
const MAX_ADDRESS = 300;

const ADDRESS = /https?:\/\/[^\s"'<>\\`]{3,300}/gi;

/** A text in short, by which a turn can do without the whole of it. */
export const TextSurvey = z.object({
  encoding: z.string(),
  characters: z.number(),
  opening: z.string(),
  /** The addresses behind its opening, a line each: the person handed them over as well. */
  addresses: z.string(),
});
export type TextSurvey = z.infer<typeof TextSurvey>;

/** Surveys a text while its bytes pass by; they are not kept. */
export class TextSurveyor {
  #decoder: TextDecoder | null = null;
  #first = new Uint8Array();
  #isText = true;
  #characters = 0;
  #opening = '';
  /** The end of what was read, in which an address may begin. */
  #tail = '';
  readonly #addresses = new Set<string>();
  #addressCharacters = 0;

  /** The next bytes. */
  push(bytes: Uint8Array): void {
    if (!this.#isText) return;
    if (this.#decoder) return this.#decode(this.#decoder, bytes, true);
    // A byte order mark may come in two pieces.
    this.#first = join(this.#first, bytes);
    if (this.#first.length >= 3) this.#begin(true);
  }

  /** The text in short; null where the bytes are none. */
  end(): TextSurvey | null {
    if (this.#decoder) this.#decode(this.#decoder, new Uint8Array(), false);
    else this.#begin(false);
    this.#findAddresses(this.#tail);
    if (!this.#isText || !this.#decoder) return null;
    return {
      encoding: this.#decoder.encoding,
      characters: this.#characters,
      opening: this.#opening,
      addresses: [...this.#addresses].join('\n'),
    };
  }

  #begin(isMore: boolean): void {
    const encoding = toMarkedEncoding(this.#first) ?? 'utf-8';
    this.#decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: false });
    this.#decode(this.#decoder, this.#first, isMore);
  }

  #decode(decoder: TextDecoder, bytes: Uint8Array, isMore: boolean): void {
    try {
      this.#take(decoder.decode(bytes, { stream: isMore }));
    } catch {
      this.#isText = false;
    }
  }

  #take(text: string): void {
    this.#characters += text.length;
    const missing = OPENING_CHARACTERS - this.#opening.length;
    if (missing > 0) this.#opening += text.slice(0, missing);
    const seen = this.#tail + text.slice(Math.max(0, missing));
    const cut = Math.max(0, seen.length - MAX_ADDRESS);
    // Cut where no address goes on.
    const gap = seen.slice(cut).search(/[\s"'<>\\`]/);
    const end = gap === -1 ? cut : cut + gap;
    this.#findAddresses(seen.slice(0, end));
    this.#tail = seen.slice(end);
  }

  #findAddresses(text: string): void {
    for (const [address] of text.matchAll(ADDRESS)) {
      if (this.#addresses.has(address)) continue;
      this.#addressCharacters += address.length + 1;
      if (this.#addressCharacters > ADDRESS_CHARACTERS) return;
      this.#addresses.add(address);
    }
  }
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}
