import * as z from 'zod';

import { KeptCall } from '#app/builder/calls/keep-answer.ts';
import { findStored } from '#app/platform/read-stored.ts';

/** Change sets of a chat whose answers can be kept; those of the oldest are forgotten first. */
const MAX_SETS = 20;

/** Characters in one row: SQLite rows of an object hold 2 MB, and a character has 3 bytes at most. */
const ROW_CHARACTERS = 500_000;

/** Answers of the real API that wait for the person to keep them, by the items of their change set. */
const StoredAnswers = z.object({ message: z.string(), calls: z.record(z.string(), KeptCall) });
export type StoredAnswers = z.infer<typeof StoredAnswers>;

/** The whole answers to calls that were approved, in the SQLite of the chat's object. */
export class AnswerStore {
  readonly #storage: Pick<DurableObjectStorage, 'sql'>;

  constructor(storage: Pick<DurableObjectStorage, 'sql'>) {
    this.#storage = storage;
  }

  /** Stores the answers of a change set; returns whether there was room. */
  put(set: string, answers: StoredAnswers): boolean {
    const { sql } = this.#storage;
    const text = JSON.stringify(answers);
    if (text.length > ROW_CHARACTERS) return false;
    sql.exec('CREATE TABLE IF NOT EXISTS answer_rows (id TEXT PRIMARY KEY, text TEXT NOT NULL)');
    sql.exec('INSERT OR REPLACE INTO answer_rows (id, text) VALUES (?, ?)', set, text);
    sql.exec(
      `DELETE FROM answer_rows WHERE rowid NOT IN
        (SELECT rowid FROM answer_rows ORDER BY rowid DESC LIMIT ${MAX_SETS})`,
    );
    return true;
  }

  /** The answers of a change set; null where there are none any more. */
  read(set: string): StoredAnswers | null {
    const { sql } = this.#storage;
    const made = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'answer_rows'").toArray();
    if (made.length === 0) return null;
    const [row] = sql
      .exec<{ text: string }>('SELECT text FROM answer_rows WHERE id = ?', set)
      .toArray();
    return findStored(StoredAnswers, row && JSON.parse(row.text), 'An answer');
  }

  drop(): void {
    this.#storage.sql.exec('DROP TABLE IF EXISTS answer_rows');
  }
}
