import { randomMark } from '#app/builder/models/mark-data.ts';
import type { DraftJournal } from '#app/drafts/draft-keeper.server.ts';
import type { NewPoint, RestorePoint } from '#app/drafts/restore-points.ts';
import { readStored } from '#app/platform/read-stored.ts';
import type { Result } from '#app/platform/result.ts';

import {
  EMPTY_CHAT,
  lastActivity,
  reduceChat,
  type ChatEvent,
  type ChatFailure,
  ChatState,
} from './chat-state.ts';

const KEY = 'chat';

/** Stored state of a chat, without the texts of its messages, in the storage of its object. */
export class ChatStore implements DraftJournal {
  readonly #kv: SyncKvStorage;

  constructor(storage: Pick<DurableObjectStorage, 'kv'>) {
    this.#kv = storage.kv;
  }

  load(): ChatState {
    const stored = this.#kv.get(KEY);
    return stored === undefined ? EMPTY_CHAT : readStored(ChatState, stored, 'The chat');
  }

  save(state: ChatState): void {
    this.#kv.put(KEY, state);
  }

  /** The chat's own mark around data, made when it is first needed. */
  requireNonce(): string {
    const state = this.load();
    const nonce = state.nonce ?? randomMark();
    if (state.nonce === undefined) this.save({ ...state, nonce });
    return nonce;
  }

  /** Keeps what an event makes of the chat; nothing is written where it is refused. */
  apply(event: ChatEvent, now: number): Result<ChatState, ChatFailure> {
    const next = reduceChat(this.load(), event, now);
    if (next.ok) this.save(next.value);
    return next;
  }

  readPoints(): readonly RestorePoint[] {
    return this.load().points;
  }

  addPoint(point: NewPoint, now: number): readonly RestorePoint[] {
    this.apply({ kind: 'point', point }, now);
    return this.readPoints();
  }

  keepPoints(points: RestorePoint[]): void {
    this.save({ ...this.load(), points });
  }

  describe(): { title: string | null; changedAt: number | null } {
    const state = this.load();
    return { title: state.title, changedAt: lastActivity(state) };
  }

  forget(): void {
    this.#kv.delete(KEY);
  }
}
