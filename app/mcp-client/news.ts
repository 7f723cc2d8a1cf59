/** A frame of a screen. */
const PAUSE_MS = 16;

/** Tells listeners that something changed, at most once per frame of a screen. */
export class News {
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  readonly subscribe = (onChange: () => void) => {
    this.#listeners.add(onChange);
    return () => void this.#listeners.delete(onChange);
  };

  readonly tell = () => {
    if (this.#listeners.size === 0 || this.#timer !== null) return;
    this.#timer = setTimeout(this.#tellAll, PAUSE_MS);
  };

  readonly #tellAll = () => {
    this.#timer = null;
    for (const listener of this.#listeners) listener();
  };
}
