import type { PathProblem } from '#app/platform/json-path.ts';

import type { ImportWarning, WarningAction } from './import-warning.ts';
import { toPath } from './place.ts';
import type { Place } from './place.ts';

/** Kinds of warnings that a person can act on; the others are notes. */
const ACTIONS: ReadonlyMap<string, WarningAction> = new Map([
  ['security', 'credentials'],
  ['server', 'address'],
  ...[
    'body',
    'curl',
    'duplicate key',
    'method',
    'parameter',
    'path',
    'path parameter',
    'reference',
    'schema',
    'shape',
    'syntax',
    'yaml',
  ].map((kind): [string, WarningAction] => [kind, 'document']),
]);

/** Maximum number of individually listed warnings of one kind; one line counts the rest. */
const MAX_PER_KIND = 100;
/** Places remembered, so that none is counted twice. */
const MAX_REMEMBERED = 10_000;

/** Collects the parts of a document that cannot be carried over, with their locations. */
export class Warnings {
  /** By kind and message. */
  readonly #list = new Map<string, { warning: ImportWarning; count: number }>();
  readonly #seen = new Set<string>();
  readonly #counts = new Map<string, number>();
  readonly #overflow = new Map<string, { path: string; count: number }>();
  readonly #notes = new Map<string, { path: string; message: string; count: number }>();

  /** Adds a warning; the same one is listed once, with the number of its places. */
  add(kind: string, place: Place, message: string): void {
    const path = toPath(place);
    const known = this.#list.get(`${kind}\n${message}`);
    if (known !== undefined) {
      if (this.#isNew(path, message)) known.count += 1;
      return;
    }
    const count = this.#counts.get(kind) ?? 0;
    if (count >= MAX_PER_KIND) {
      const rest = this.#overflow.get(kind);
      if (rest) rest.count += 1;
      else this.#overflow.set(kind, { path, count: 1 });
      return;
    }
    this.#isNew(path, message);
    this.#counts.set(kind, count + 1);
    this.#list.set(`${kind}\n${message}`, {
      warning: withAction(kind, { path, message }),
      count: 1,
    });
  }

  /** Beyond what is remembered, each counts as new. */
  #isNew(path: string, message: string): boolean {
    const identity = `${path}\n${message}`;
    if (this.#seen.has(identity)) return false;
    if (this.#seen.size < MAX_REMEMBERED) this.#seen.add(identity);
    return true;
  }

  /**
   * Adds a note on what is left out everywhere by design: one line with the first place and the number of
   * places.
   */
  note(kind: string, place: Place, message: string): void {
    const known = this.#notes.get(kind);
    if (known) known.count += 1;
    else this.#notes.set(kind, { path: toPath(place), message, count: 1 });
  }

  /** All warnings, in the order of their discovery. */
  list(): ImportWarning[] {
    const rest = [...this.#overflow].map(([kind, { path, count }]) =>
      withAction(kind, {
        path,
        message: `And ${count} more places like the ${MAX_PER_KIND} listed, of the kind "${kind}".`,
      }),
    );
    const listed = [...this.#list.values()].map(({ warning, count }) => ({
      ...warning,
      message: withCount(warning.message, count),
    }));
    const notes = [...this.#notes.values()].map(({ path, message, count }) => ({
      path,
      message: withCount(message, count),
    }));
    return [...listed, ...rest, ...notes];
  }
}

function withCount(message: string, count: number): string {
  return count === 1 ? message : `${message} (${count} places, this is the first.)`;
}

function withAction(kind: string, problem: PathProblem): ImportWarning {
  const action = ACTIONS.get(kind);
  return action === undefined ? problem : { ...problem, action };
}
