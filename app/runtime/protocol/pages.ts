import type { ServedDefinition } from '../served-definition.ts';
import { serverInfoOf } from './server-info.ts';

/** Maximum size of a message in bytes; clients ask for the next page. */
const MAX_MESSAGE_BYTES = 256 * 1024;

/** Upper bound for the envelope around the items, besides the server's info. In bytes. */
const AROUND_BYTES = 1024;

const encoder = new TextEncoder();

/** A part of a list. */
export interface Page<Item> {
  items: Item[];
  /** Cursor of the next page; absent on the last one. */
  nextCursor?: string;
}

/** A list in pages, in its order, each built on first use. */
export class Pages<Item> {
  readonly #made: Page<Item>[] = [];
  readonly #rest: Iterator<Page<Item>>;
  #fault: { error: unknown } | undefined;

  /** @param identity of the server, which is sent with the items. */
  constructor(items: Iterable<Item>, identity: ServedDefinition['identity']) {
    const around = AROUND_BYTES + byteLength(serverInfoOf(identity));
    this.#rest = paginate(items, MAX_MESSAGE_BYTES - around);
  }

  /** The page of a cursor, or the first without one; null for an unknown cursor. */
  at(cursor: string | undefined): Page<Item> | null {
    const index = cursor === undefined ? 0 : Number(/^page-([1-9]\d{0,5})$/.exec(cursor)?.[1]);
    while (this.#made.length <= index && this.#makeNext());
    return this.#made[index] ?? null;
  }

  /** The whole list. */
  all(): Item[] {
    while (this.#makeNext());
    return this.#made.flatMap(({ items }) => items);
  }

  #makeNext(): boolean {
    // An iterator that threw is finished, the list is not.
    if (this.#fault !== undefined) throw this.#fault.error;
    try {
      const next = this.#rest.next();
      if (next.done !== true) this.#made.push(next.value);
      return next.done !== true;
    } catch (error) {
      this.#fault = { error };
      throw error;
    }
  }
}

/** Splits a list; a single item that is too large gets its own page. */
function* paginate<Item>(items: Iterable<Item>, maxBytes: number): Generator<Page<Item>> {
  let count = 0;
  let page: Item[] = [];
  let used = 0;
  for (const item of items) {
    const size = byteLength(item) + 1;
    if (page.length > 0 && used + size > maxBytes) {
      count += 1;
      yield { items: page, nextCursor: `page-${count}` };
      page = [];
      used = 0;
    }
    page.push(item);
    used += size;
  }
  yield { items: page };
}

function byteLength(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}
