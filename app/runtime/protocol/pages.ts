import type { ServedDefinition } from '../served-definition.ts';
import { serverInfoOf } from './server-info.ts';

/** A message with more is too much; clients ask for the next page. */
const MAX_MESSAGE_BYTES = 256 * 1024;

/** What stands around the items, besides what the server says of itself, takes less. */
const AROUND_BYTES = 1024;

const encoder = new TextEncoder();

/** A part of a list. */
export interface Page<Item> {
  items: Item[];
  /** Names the next page; absent at the last one. */
  nextCursor?: string;
}

/** A list in pages, in its order, each made when it is first asked for. */
export class Pages<Item> {
  readonly #made: Page<Item>[] = [];
  readonly #rest: Iterator<Page<Item>>;
  #fault: { error: unknown } | undefined;

  /** @param identity of the server, which stands beside the items. */
  constructor(items: Iterable<Item>, identity: ServedDefinition['identity']) {
    const around = AROUND_BYTES + byteLength(serverInfoOf(identity));
    this.#rest = paginate(items, MAX_MESSAGE_BYTES - around);
  }

  /** The page that a cursor names, the first without one; null for a cursor that is none of ours. */
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
    // An iterator that threw is at its end, which the list is not.
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

/** Splits a list; a single item that is too large gets a page of its own. */
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
