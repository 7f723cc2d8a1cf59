import * as z from 'zod/mini';

import { parseStored, readStored } from '#app/platform/read-stored.ts';

import type { StoredAttachment } from './stored-attachment.ts';
import { TextSurvey } from './survey-text.ts';

const TABLE = `attachments (id TEXT PRIMARY KEY, name TEXT NOT NULL, media_type TEXT NOT NULL,
  size INTEGER NOT NULL, survey TEXT, added_at INTEGER NOT NULL,
  is_sent INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID`;

/** An attached file of a chat, without its bytes. */
export interface KnownAttachment extends StoredAttachment {
  /** Null: it is a picture. */
  survey: TextSurvey | null;
}

const Row = z.object({
  id: z.string(),
  name: z.string(),
  media_type: z.string(),
  size: z.number(),
  survey: z.nullable(z.string()),
});

type Values = Record<string, SqlStorageValue>;

/** The attached files that a chat may refer to, in the SQLite of its object; their bytes are in R2. */
export class AttachmentStore {
  readonly #sql: SqlStorage;

  constructor({ sql }: Pick<DurableObjectStorage, 'sql'>) {
    this.#sql = sql;
  }

  /** Keeps a file; the same one under another name is called that from then on. */
  put({ id, name, mediaType, size, survey }: KnownAttachment, now: number): void {
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS ${TABLE}`);
    this.#sql.exec(
      `INSERT INTO attachments (id, name, media_type, size, survey, added_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, media_type = excluded.media_type,
         survey = excluded.survey, added_at = excluded.added_at`,
      id,
      name,
      mediaType,
      size,
      survey && JSON.stringify(survey),
      now,
    );
  }

  find(id: string): KnownAttachment | null {
    if (!this.#isMade) return null;
    const rows = this.#sql.exec<Values>('SELECT * FROM attachments WHERE id = ?', id).toArray();
    const [row] = rows.map((each) => readStored(Row, each, 'An attachment'));
    if (!row) return null;
    const { media_type: mediaType, survey, name, size } = row;
    return { id, name, mediaType, size, survey: survey === null ? null : toSurvey(survey) };
  }

  listIds(): string[] {
    if (!this.#isMade) return [];
    const rows = this.#sql.exec<{ id: string }>('SELECT id FROM attachments').toArray();
    return rows.map(({ id }) => id);
  }

  /** How many files there are, and their bytes. */
  measure(): { count: number; bytes: number } {
    if (!this.#isMade) return { count: 0, bytes: 0 };
    const sum = 'SELECT COUNT(*) AS count, COALESCE(SUM(size), 0) AS bytes FROM attachments';
    return this.#sql.exec<{ count: number; bytes: number }>(sum).one();
  }

  /** A message refers to these files. */
  markSent(ids: readonly string[]): void {
    for (const id of ids) this.#sql.exec('UPDATE attachments SET is_sent = 1 WHERE id = ?', id);
  }

  /** Forgets files that were added before and went with no message. */
  forgetUnsent(before: number): void {
    if (!this.#isMade) return;
    this.#sql.exec('DELETE FROM attachments WHERE is_sent = 0 AND added_at < ?', before);
  }

  drop(): void {
    this.#sql.exec('DROP TABLE IF EXISTS attachments');
  }

  get #isMade(): boolean {
    const tables = "SELECT name FROM sqlite_master WHERE name = 'attachments'";
    return this.#sql.exec(tables).toArray().length > 0;
  }
}

function toSurvey(json: string): TextSurvey {
  return parseStored(TextSurvey, json, 'The survey of an attachment');
}
