import type { UIMessage } from 'ai';
import * as z from 'zod/mini';

import { parseStored } from '#app/platform/read-stored.ts';

import { isChatMessage, type ChatMessage } from './chat-parts.ts';
import { toReaderMessage } from './to-reader-message.ts';
import type { LineStore, LogLine } from './turns/log/run-log.ts';
import { toRows } from './text-rows.server.ts';
import { readLines, toLineStream } from './turns/text-stream.ts';

type Bytes = { bytes: number | null };

const Message = z.custom<ChatMessage>(isChatMessage);

const TABLES = [
  `message_rows (id TEXT NOT NULL, row INTEGER NOT NULL, text TEXT NOT NULL,
     PRIMARY KEY (id, row)) WITHOUT ROWID`,
  `line_rows (turn TEXT NOT NULL, number INTEGER NOT NULL, row INTEGER NOT NULL, text TEXT NOT NULL,
     PRIMARY KEY (turn, number, row)) WITHOUT ROWID`,
];

/**
 * Texts of messages and lines of turns, in the SQLite of the chat's object: as JSON, which holds
 * whatever somebody typed, in as many rows as it needs.
 */
export class MessageStore {
  readonly #storage: Pick<DurableObjectStorage, 'sql' | 'transactionSync'>;

  constructor(storage: Pick<DurableObjectStorage, 'sql' | 'transactionSync'>) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  /** Creates the tables. They are created with the first message: reading an unknown chat stores nothing. */
  create(): void {
    for (const table of TABLES) this.#sql.exec(`CREATE TABLE IF NOT EXISTS ${table}`);
  }

  write(message: UIMessage): void {
    this.writeText(message.id, JSON.stringify(message));
  }

  /** Keeps a message that is JSON already. */
  writeText(id: string, json: string): void {
    this.#storage.transactionSync(() => {
      this.#sql.exec('DELETE FROM message_rows WHERE id = ?', id);
      for (const [row, text] of toRows(json).entries()) {
        this.#sql.exec('INSERT INTO message_rows (id, row, text) VALUES (?, ?, ?)', id, row, text);
      }
    });
  }

  /** The messages of these ids, in their order; one that is not stored is left out. */
  read(ids: readonly string[]): UIMessage[] {
    return ids.flatMap((id) => {
      const text = this.readText(id);
      return text === null ? [] : [parseStored(Message, text, `Message ${id}`)];
    });
  }

  /** A message as JSON; null where it is not stored. */
  readText(id: string): string | null {
    const rows = this.#sql
      .exec<{ text: string }>('SELECT text FROM message_rows WHERE id = ? ORDER BY row', id)
      .toArray();
    return rows.length > 0 ? rows.map(({ text }) => text).join('') : null;
  }

  /** These messages as JSON, a line each; who does not own them gets them as readers do. */
  exportTexts(ids: readonly string[], isOwn: boolean): ReadableStream<Uint8Array> {
    if (isOwn) return toLineStream(ids.flatMap((id) => this.readText(id) ?? []));
    return toLineStream(this.read(ids).map((each) => JSON.stringify(toReaderMessage(each))));
  }

  /** Keeps the messages of another chat. */
  async adopt(texts: ReadableStream<Uint8Array>): Promise<void> {
    this.create();
    for await (const text of readLines(texts)) {
      this.writeText(parseStored(Message, text, 'A message').id, text);
    }
  }

  /** Bytes of all messages, those of every branch, or of these; SQLite knows them by its rows' headers. */
  bytes(ids?: readonly string[]): number {
    if (!this.#isMade) return 0;
    const all = 'SELECT SUM(octet_length(text)) AS bytes FROM message_rows';
    const rows = ids
      ? ids.map((id) => this.#sql.exec<Bytes>(`${all} WHERE id = ?`, id).one())
      : [this.#sql.exec<Bytes>(all).one()];
    return rows.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  }

  get #isMade(): boolean {
    const tables = "SELECT name FROM sqlite_master WHERE name = 'message_rows'";
    return this.#sql.exec(tables).toArray().length > 0;
  }

  /** The lines of one turn. */
  linesOf(turn: string): LineStore {
    const sql = this.#sql;
    const insert = 'INSERT INTO line_rows (turn, number, row, text) VALUES (?, ?, ?, ?)';
    return {
      append: (number, text) =>
        this.#storage.transactionSync(() => {
          for (const [row, part] of toRows(text).entries()) {
            sql.exec(insert, turn, number, row, part);
          }
        }),
      after: (number, limit) => {
        const rows = sql.exec<LogLine>(
          'SELECT number, text FROM line_rows WHERE turn = ? AND number > ? AND number <= ? ORDER BY number, row',
          turn,
          number,
          number + limit,
        );
        return joinRows(rows);
      },
    };
  }

  /** The number of the newest line; 0 where there is none. */
  lastLine(): number {
    const [row] = this.#sql.exec<{ last: number | null }>(
      'SELECT MAX(number) AS last FROM line_rows',
    );
    return row?.last ?? 0;
  }

  /** Forgets everything. */
  drop(): void {
    this.#sql.exec('DROP TABLE IF EXISTS message_rows');
    this.#sql.exec('DROP TABLE IF EXISTS line_rows');
  }

  /** Forgets the lines of every turn but one: an answer is stored whole once its turn is over. */
  forgetLines(except: string | null): void {
    this.#sql.exec('DELETE FROM line_rows WHERE turn IS NOT ?', except);
  }
}

function joinRows(rows: Iterable<LogLine>): LogLine[] {
  const lines: LogLine[] = [];
  for (const { number, text } of rows) {
    const last = lines.at(-1);
    if (last?.number === number) last.text += text;
    else lines.push({ number, text });
  }
  return lines;
}
