import * as z from 'zod/mini';

import { createLog } from '#app/platform/log.ts';
import { findStored, readStored } from '#app/platform/read-stored.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { toContent, type NewPoint, type RestorePoint } from './restore-points.ts';
import {
  draftBytesOf,
  findDraftFull,
  keepFitting,
  measureContents,
  type DraftFull,
  type StoredBytes,
} from './draft-budget.ts';
import { endOfUnreadable, endUnreadable } from './end-unreadable.ts';
import { indexDraft, type PointBlob } from './draft-index.server.ts';
import {
  nextAlarm,
  readHead,
  reduceDraft,
  type DraftContent,
  type DraftEvent,
  type DraftFailure,
  type DraftHead,
  DraftState,
} from './draft-state.ts';

/** While a turn runs the object asks to be woken, so that one that it lost is found. */
const TURN_ALARM_MS = 30_000;
/** How long until a row that D1 did not take is written again. */
const INDEX_RETRY_MS = 60_000;

const RowVersion = z.number();

/** Stored beside a draft in its object: its restore points, and the data that lists show of it. */
export interface DraftJournal {
  readPoints(): readonly RestorePoint[];
  /** Adds a point, and gives all that there are then. */
  addPoint(point: NewPoint, now: number): readonly RestorePoint[];
  /** Forgets all points but these. */
  keepPoints(points: RestorePoint[]): void;
  /** Title, and when something was said or changed last (milliseconds since 1970); null where nothing was. */
  describe(): { title: string | null; changedAt: number | null };
}

/** The files of the draft's chat. */
interface ChatFiles {
  /** Hashes of those that its chat refers to. */
  listIds(): readonly string[];
  measure(): number;
}

/** The draft's half of its object: head, restore points, alarm, and D1's row. */
export class DraftKeeper {
  readonly #storage: DurableObjectStorage;
  readonly #database: D1Database;
  readonly #journal: DraftJournal;
  #indexAt: number | null = null;
  /** While a turn runs the object has to be woken. */
  isAtWork: () => boolean = () => false;
  files: ChatFiles = { listIds: () => [], measure: () => 0 };

  constructor(storage: DurableObjectStorage, database: D1Database, journal: DraftJournal) {
    this.#storage = storage;
    this.#database = database;
    this.#journal = journal;
  }

  /** The head of the draft. Reading an unknown id stores nothing. */
  read(): Result<DraftHead, { reason: 'unknown' | 'expired' }> {
    return readHead(this.#load(), Date.now());
  }

  /** The head of a draft that was deleted and may be taken back; null for every other. */
  readDeleted(): DraftHead | null {
    const state = this.#load();
    return state.kind === 'live' && state.head.deletedAt !== undefined ? state.head : null;
  }

  /** Keeps what an event makes of the draft; a new content becomes a point where `origin` is given. */
  async apply(
    event: DraftEvent,
    origin?: Omit<NewPoint, 'content'>,
  ): Promise<Result<DraftHead, DraftFailure>> {
    const before = this.#load();
    const next = reduceDraft(before, event, Date.now());
    if (!next.ok) return next;
    const full = this.#findFull(before, event);
    if (full) return fail(full);
    // All or nothing: a draft and its restore points must not tell different stories.
    this.#storage.transactionSync(() => {
      if (event.kind === 'change' && event.content) this.#keepBeginning(before);
      this.#storage.kv.put('state', next.value);
      if (origin) this.keepPoint(origin);
    });
    // Before the row is written: an object that is lost meanwhile is woken to write it.
    this.#indexAt = Date.now() + INDEX_RETRY_MS;
    await this.setAlarm();
    if (next.value.kind !== 'live') return fail({ reason: 'unknown' });
    await this.index();
    return succeed(next.value.head);
  }

  /** Bytes of the draft: of its server, its restore points, and the files of its chat. */
  measure(): StoredBytes {
    const head = this.read();
    const contents = [...this.#journal.readPoints(), ...(head.ok ? [head.value] : [])];
    const limit = draftBytesOf({ isKept: head.ok && head.value.expiresAt === null });
    return { bytes: measureContents(contents) + this.files.measure(), limit };
  }

  /** Why a further file of so many bytes does not fit beside the server; null where it does. */
  findFileRefusal(size: number): DraftFull | null {
    const head = this.read();
    if (!head.ok) return null;
    const isKept = head.value.expiresAt === null;
    return findDraftFull(head.value, this.files.measure() + size, isKept);
  }

  /** Why a draft cannot have the content of an event; null where it can. */
  #findFull(state: DraftState, event: DraftEvent): DraftFull | null {
    if ((event.kind !== 'create' && event.kind !== 'change') || !event.content) return null;
    const isLive = state.kind === 'live';
    const isKept = event.kind === 'create' ? event.isKept : isLive && state.head.expiresAt === null;
    return findDraftFull(event.content, this.files.measure(), isKept);
  }

  /** Forgets the oldest restore points where the draft takes more than it may. */
  #makeRoom(head: DraftHead): void {
    const points = this.#journal.readPoints();
    const bytes = draftBytesOf({ isKept: head.expiresAt === null }) - this.files.measure();
    const kept = keepFitting(points, head, bytes);
    if (kept.length < points.length) this.#journal.keepPoints(kept);
  }

  /** A draft that was made before there were points begins with what it is until now. */
  #keepBeginning(state: DraftState): void {
    if (state.kind !== 'live' || this.#journal.readPoints().length > 0) return;
    const content = toContent(state.head);
    const point = { by: 'beginning' as const, message: null, changed: [], content };
    this.#journal.addPoint(point, Date.now());
  }

  /** Makes a restore point of what the draft is now, and gives the number of the last one. */
  keepPoint(origin: Omit<NewPoint, 'content'>): number | null {
    const head = this.read();
    if (!head.ok) return null;
    const point = { ...origin, content: toContent(head.value) };
    return this.#journal.addPoint(point, Date.now()).at(-1)?.number ?? null;
  }

  /** Ends the draft of this owner, and returns whether it is over for good. */
  async remove(owner: string): Promise<boolean> {
    const next = this.#toEnd({ kind: 'remove', owner });
    if (next !== null) await this.save(next);
    return this.#tryLoad()?.kind === 'expired';
  }

  /** Does what is due, and returns the kind of state that the draft is in now. */
  async alarm(): Promise<DraftState['kind']> {
    this.#indexAt = null;
    const next = this.#toEnd({ kind: 'alarm' });
    if (next === null) {
      await this.setAlarm();
      return 'live';
    }
    if (next.kind !== 'empty') await this.save(next);
    // Whichever instance the row failed in, this one writes it.
    if (next.kind === 'live') await this.index();
    return next.kind;
  }

  /** The state after an event that may end the draft; null where it is refused. */
  #toEnd(event: Extract<DraftEvent, { kind: 'remove' | 'alarm' }>): DraftState | null {
    const state = this.#tryLoad();
    if (state === null) return endUnreadable(this.#stored, event, Date.now());
    const next = reduceDraft(state, event, Date.now());
    return next.ok ? next.value : null;
  }

  async save(state: DraftState): Promise<void> {
    this.#storage.kv.put('state', state);
    await this.setAlarm();
  }

  /**
   * Sets the alarm for the earliest of: the draft's end, a row to write again, a turn to look
   * after.
   */
  async setAlarm(): Promise<void> {
    const turnAt = this.isAtWork() ? Date.now() + TURN_ALARM_MS : null;
    const state = this.#tryLoad();
    const endAt = state === null ? endOfUnreadable(this.#stored) : nextAlarm(state);
    const times = [endAt, this.#indexAt, turnAt].filter((time) => time !== null);
    if (times.length === 0) await this.#storage.deleteAlarm();
    else await this.#storage.setAlarm(Math.min(...times));
  }

  /** The object is the truth, so a D1 that fails only delays the row: the alarm writes it later. */
  async index(): Promise<void> {
    const state = this.#load();
    if (state.kind !== 'live') return;
    const { head } = state;
    try {
      this.#makeRoom(head);
      const version = this.#rowVersion() + 1;
      this.#storage.kv.put('rowVersion', version);
      const { title, changedAt } = this.#journal.describe();
      const row = { title, updatedAt: changedAt ?? head.createdAt, version };
      const files = this.files.listIds().map((name) => ({ part: 'attachment' as const, name }));
      const shown = toSnapshotBlobs(head);
      const blobs = [...this.#journal.readPoints().flatMap(toBlobs), ...files, ...shown];
      await indexDraft(this.#database, head, row, blobs);
      if (version !== this.#rowVersion()) return;
      this.#indexAt = null;
      await this.setAlarm();
    } catch (error) {
      createLog({ draft: head.id }).warn('draft.index.failed', { error });
      this.#indexAt = Date.now() + INDEX_RETRY_MS;
      await this.setAlarm();
    }
  }

  get #stored(): unknown {
    return this.#storage.kv.get('state') ?? ({ kind: 'empty' } satisfies DraftState);
  }

  #load(): DraftState {
    return readStored(DraftState, this.#stored, 'The draft');
  }

  /** The state; null where this version cannot read it. Whatever ends a draft goes by this. */
  #tryLoad(): DraftState | null {
    return findStored(DraftState, this.#stored, 'The draft');
  }

  #rowVersion(): number {
    const stored = this.#storage.kv.get('rowVersion') ?? 0;
    return readStored(RowVersion, stored, 'The version of the row');
  }
}

function toSnapshotBlobs({ snapshot }: DraftHead): PointBlob[] {
  if (!snapshot) return [];
  const files = snapshot.files.map((name) => ({ part: 'attachment' as const, name }));
  const conversation = { part: 'conversation' as const, name: snapshot.conversation };
  return [...toBlobs(snapshot.content), ...files, conversation];
}

function toBlobs({ blueprint, artifact, warnings }: DraftContent): PointBlob[] {
  return [
    { part: 'blueprint', name: blueprint },
    { part: 'artifact', name: artifact },
    { part: 'warnings', name: warnings },
  ];
}
