import type { UIMessage } from 'ai';

import type { LineStore } from './run-log.ts';

/** Texts of messages and lines of turns, in the SQLite of the chat's object. */
export class MessageStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Makes the tables; before the first message there are none, so that a look stores nothing. */
  create(): void {
    this.#sql.exec('CREATE TABLE IF NOT EXISTS messages (id TEXT PRIMARY KEY, body TEXT NOT NULL)');
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS lines (
         turn TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL,
         PRIMARY KEY (turn, number)) WITHOUT ROWID`,
    );
  }

  write(message: UIMessage): void {
    this.#sql.exec(
      'INSERT INTO messages (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
      message.id,
      JSON.stringify(message),
    );
  }

  /** The messages of these ids, in their order; one that is not stored is left out. */
  read(ids: readonly string[]): UIMessage[] {
    return ids.flatMap((id) =>
      this.#sql
        .exec<{ body: string }>('SELECT body FROM messages WHERE id = ?', id)
        .toArray()
        .map(({ body }) => JSON.parse(body) as UIMessage),
    );
  }

  /** The lines of one turn. */
  linesOf(turn: string): LineStore {
    const sql = this.#sql;
    return {
      append: (number, text) => {
        sql.exec('INSERT INTO lines (turn, number, text) VALUES (?, ?, ?)', turn, number, text);
      },
      after: (number) =>
        sql
          .exec<{ number: number; text: string }>(
            'SELECT number, text FROM lines WHERE turn = ? AND number > ? ORDER BY number',
            turn,
            number,
          )
          .toArray(),
    };
  }

  /** Forgets everything. */
  drop(): void {
    this.#sql.exec('DROP TABLE IF EXISTS messages');
    this.#sql.exec('DROP TABLE IF EXISTS lines');
  }

  /** Forgets the lines of every turn but one: an answer is stored whole once its turn is over. */
  forgetLines(except: string | null): void {
    this.#sql.exec('DELETE FROM lines WHERE turn IS NOT ?', except);
  }
}
