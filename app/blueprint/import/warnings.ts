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

/** Collects the parts of a document that cannot be carried over, with their locations. */
export class Warnings {
  readonly #list: ImportWarning[] = [];
  readonly #seen = new Set<string>();
  readonly #counts = new Map<string, number>();
  readonly #overflow = new Map<string, { path: string; count: number }>();
  readonly #notes = new Map<string, { path: string; message: string; count: number }>();

  /** Adds a warning; the same one at the same place is listed once. */
  add(kind: string, place: Place, message: string): void {
    const count = this.#counts.get(kind) ?? 0;
    const path = toPath(place);
    if (count >= MAX_PER_KIND) {
      const rest = this.#overflow.get(kind);
      if (rest) rest.count += 1;
      else this.#overflow.set(kind, { path, count: 1 });
      return;
    }
    const identity = `${path}\n${message}`;
    if (this.#seen.has(identity)) return;
    this.#seen.add(identity);
    this.#counts.set(kind, count + 1);
    this.#list.push(withAction(kind, { path, message }));
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
    const notes = [...this.#notes.values()].map(({ path, message, count }) => ({
      path,
      message: count === 1 ? message : `${message} (${count} places, this is the first.)`,
    }));
    return [...this.#list, ...rest, ...notes];
  }
}

function withAction(kind: string, problem: PathProblem): ImportWarning {
  const action = ACTIONS.get(kind);
  return action === undefined ? problem : { ...problem, action };
}
