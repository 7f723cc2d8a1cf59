import { RpcTarget } from 'cloudflare:workers';
import type { UIMessage } from 'ai';

import type { Ask } from '#app/chat/turns/ask.ts';
import type { DraftFull } from '#app/drafts/draft-budget.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { findAttachmentsFull, type AttachmentsFull } from './attachment-limits.ts';
import { AttachmentStore, type KnownAttachment } from './attachment-store.server.ts';
import { listReferences, readReference, toAttachmentPart } from './stored-attachment.ts';

/** A file that went with no message makes room for others after so long. */
const UNSENT_MS = 60 * 60_000;

/** The draft that a chat is about. */
interface AttachedDraft {
  /** Writes down which files the chat refers to. */
  index(): Promise<void>;
  /** Why a further file of so many bytes does not fit beside the server; null where it does. */
  findFileRefusal(size: number): DraftFull | null;
}

/** The attached files of one chat, in its object. What is not among them no message can refer to. */
export class ChatAttachments extends RpcTarget {
  readonly #store: AttachmentStore;
  readonly #draft: AttachedDraft;

  constructor(storage: Pick<DurableObjectStorage, 'sql'>, draft: AttachedDraft) {
    super();
    this.#store = new AttachmentStore(storage);
    this.#draft = draft;
  }

  /** Why a file of so many bytes would not be kept now; null where it would. */
  findRefusal(id: string, size: number, isKept: boolean): AttachmentsFull | DraftFull | null {
    if (this.#store.find(id)) return null;
    const refused = this.#findFull(size, isKept);
    if (!refused) return null;
    this.#store.forgetUnsent(Date.now() - UNSENT_MS);
    return this.#findFull(size, isKept);
  }

  #findFull(size: number, isKept: boolean): AttachmentsFull | DraftFull | null {
    const full = findAttachmentsFull(size, this.#store.measure(), isKept);
    return full ?? this.#draft.findFileRefusal(size);
  }

  /** Keeps a file whose bytes are stored; messages of this chat may refer to it from then on. */
  async keep(
    file: KnownAttachment,
    isKept: boolean,
  ): Promise<Result<void, AttachmentsFull | DraftFull>> {
    const refused = this.findRefusal(file.id, file.size, isKept);
    if (refused) return fail(refused);
    this.#store.put(file, Date.now());
    await this.#draft.index();
    return succeed(undefined);
  }

  /** A file of this chat; null where it has none of that id. */
  find(id: string): KnownAttachment | null {
    return this.#store.find(id);
  }

  /** Bytes of all of them. */
  measure(): number {
    return this.#store.measure().bytes;
  }

  listIds(): string[] {
    return this.#store.listIds();
  }

  /** The files that messages refer to. */
  findUsed(messages: readonly UIMessage[]): KnownAttachment[] {
    const ids = new Set(messages.flatMap(listReferences));
    return [...ids].flatMap((id) => this.#store.find(id) ?? []);
  }

  /** Forgets all of them. */
  forget(): void {
    this.#store.drop();
  }

  /** Keeps the files of a chat that is copied, whatever their size: their bytes are stored once. */
  adopt(files: readonly KnownAttachment[]): void {
    for (const file of files) this.#store.put(file, Date.now());
    this.#store.markSent(files.map(({ id }) => id));
  }

  /** A message with each file as it is known here; refused where it refers to one that is not. */
  resolve(ask: Ask): Result<Ask, { reason: 'noSuchAttachment' }> {
    if (ask.kind !== 'send') return succeed(ask);
    const parts: UIMessage['parts'] = [];
    for (const part of ask.message.parts) {
      const id = part.type === 'file' ? readReference(part) : null;
      const known = id === null ? null : this.#store.find(id);
      if (id !== null && !known) return fail({ reason: 'noSuchAttachment' });
      const name = part.type === 'file' ? part.filename : undefined;
      parts.push(known ? toAttachmentPart({ ...known, name: name ?? known.name }) : part);
    }
    const message = { ...ask.message, parts };
    this.#store.markSent(listReferences(message));
    return succeed({ ...ask, message });
  }
}
