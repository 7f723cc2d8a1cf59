import type { ClientSession } from './client-session.ts';

interface Kept {
  session: ClientSession;
  usedAt: number;
}

/** Limits on the lifetime and number of sessions. */
export interface SessionBounds {
  /** Milliseconds without a request. */
  idleMs: number;
  maxSessions: number;
  now: () => number;
}

/** Sessions of a process: those idle for too long end, and the idlest makes room for a new one. */
export class KeptSessions {
  /** In the order of their last use. */
  readonly #kept = new Map<string, Kept>();
  readonly #bounds: SessionBounds;

  constructor(bounds: SessionBounds) {
    this.#bounds = bounds;
  }

  /** The session of an id, marked as used; null if it has ended or never existed. */
  use(id: string): ClientSession | null {
    this.#endIdle();
    return this.#touch(id);
  }

  add(session: ClientSession): void {
    this.#kept.set(session.id, { session, usedAt: this.#bounds.now() });
  }

  remove(id: string): void {
    this.#kept.delete(id);
  }

  /** Makes room for one more; false if all are busy. */
  makeRoom(): boolean {
    this.#endIdle();
    if (this.#kept.size < this.#bounds.maxSessions) return true;
    const idle = [...this.#kept.values()].find(({ session }) => !session.isBusy);
    if (idle === undefined) return false;
    this.#end(idle.session);
    return true;
  }

  #endIdle(): void {
    const { idleMs, now } = this.#bounds;
    for (const [id, { session, usedAt }] of this.#kept) {
      if (usedAt + idleMs > now()) break;
      if (session.isBusy) this.#touch(id);
      else this.#end(session);
    }
  }

  #touch(id: string): ClientSession | null {
    const kept = this.#kept.get(id);
    if (kept === undefined) return null;
    this.#kept.delete(id);
    this.add(kept.session);
    return kept.session;
  }

  #end(session: ClientSession): void {
    this.#kept.delete(session.id);
    void session.close();
  }
}
