/**
 * A message over 256 KiB is too much; clients ask for the next page. What stands around the items
 * takes less than the rest.
 */
const MAX_PAGE_BYTES = 255 * 1024;

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

  constructor(items: Iterable<Item>) {
    this.#rest = paginate(items);
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
    const next = this.#rest.next();
    if (next.done !== true) this.#made.push(next.value);
    return next.done !== true;
  }
}

/** Splits a list; a single item that is too large gets a page of its own. */
function* paginate<Item>(items: Iterable<Item>): Generator<Page<Item>> {
  const encoder = new TextEncoder();
  let count = 0;
  let page: Item[] = [];
  let used = 0;
  for (const item of items) {
    const size = encoder.encode(JSON.stringify(item)).length + 1;
    if (page.length > 0 && used + size > MAX_PAGE_BYTES) {
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
