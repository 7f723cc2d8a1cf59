import { ChangeSet } from '#app/builder/change-set/change-set.ts';
import { toRows } from '#app/chat/text-rows.server.ts';
import { parseStored } from '#app/platform/read-stored.ts';

const TABLE = `change_rows (id TEXT NOT NULL, row INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (id, row)) WITHOUT ROWID`;

/** Change sets that nobody has decided on yet, in the SQLite of the chat's object. */
export class ChangeSetStore {
  readonly #storage: Pick<DurableObjectStorage, 'sql' | 'transactionSync'>;

  constructor(storage: Pick<DurableObjectStorage, 'sql' | 'transactionSync'>) {
    this.#storage = storage;
  }

  put(set: ChangeSet): void {
    const { sql } = this.#storage;
    sql.exec(`CREATE TABLE IF NOT EXISTS ${TABLE}`);
    this.#storage.transactionSync(() => {
      for (const [row, text] of toRows(JSON.stringify(set)).entries()) {
        sql.exec('INSERT INTO change_rows (id, row, text) VALUES (?, ?, ?)', set.id, row, text);
      }
    });
  }

  /** An open change set; null where it was decided, or never was. */
  read(id: string): ChangeSet | null {
    if (!this.#isMade) return null;
    const rows = this.#storage.sql
      .exec<{ text: string }>('SELECT text FROM change_rows WHERE id = ? ORDER BY row', id)
      .toArray();
    if (rows.length === 0) return null;
    return parseStored(ChangeSet, rows.map(({ text }) => text).join(''), 'A change set');
  }

  /** The open change sets, the oldest first. */
  list(): ChangeSet[] {
    if (!this.#isMade) return [];
    const ids = this.#storage.sql.exec<{ id: string }>('SELECT DISTINCT id FROM change_rows');
    const sets = ids.toArray().flatMap(({ id }) => this.read(id) ?? []);
    return sets.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0));
  }

  remove(id: string): void {
    if (this.#isMade) this.#storage.sql.exec('DELETE FROM change_rows WHERE id = ?', id);
  }

  drop(): void {
    this.#storage.sql.exec('DROP TABLE IF EXISTS change_rows');
  }

  get #isMade(): boolean {
    const found = this.#storage.sql.exec(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'change_rows'",
    );
    return found.toArray().length > 0;
  }
}
