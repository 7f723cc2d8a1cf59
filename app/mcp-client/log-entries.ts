/** Entries of one kind with their sizes, in the order of their numbers. */
export class LogEntries<Entry extends { id: number }> {
  size = 0;
  readonly #entries = new Map<number, { entry: Entry; size: number }>();
  #list: readonly Entry[] | null = null;

  get count(): number {
    return this.#entries.size;
  }

  /** The same array until something changes. */
  list(): readonly Entry[] {
    return (this.#list ??= [...this.#entries.values()].map(({ entry }) => entry));
  }

  get(id: number): Entry | undefined {
    return this.#entries.get(id)?.entry;
  }

  /** Adds an entry, or replaces the one of its number; `more` is what the size grows by. */
  set(entry: Entry, more: number): void {
    const size = (this.#entries.get(entry.id)?.size ?? 0) + more;
    this.#entries.set(entry.id, { entry, size });
    this.size += more;
    this.#list = null;
  }

  dropOldest(): void {
    const [oldest] = this.#entries;
    if (oldest === undefined) return;
    this.#entries.delete(oldest[0]);
    this.size -= oldest[1].size;
    this.#list = null;
  }

  clear(): void {
    this.#entries.clear();
    this.size = 0;
    this.#list = null;
  }
}
