import type { ChangeSetView, ChangeSetDecision } from '#app/builder/change-set/change-set.ts';
import type { DraftAccess } from '#app/drafts/draft-access.server.ts';
import type { DraftContent, DraftFailure } from '#app/drafts/draft-state.ts';
import { updateDraft, type DraftBindings } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { Result } from '#app/platform/result.ts';
import { limitStub, PATIENT_MS } from '#app/platform/stores/limit-stub.server.ts';

import type { ChatAttachments } from './attachments/chat-attachments.server.ts';
import type { ChatFailure } from './chat-state.ts';
import type { ApprovalFailure } from './changes/approve-changes.server.ts';
import type { ChangeSetFailure } from './changes/change-sets.server.ts';
import type { CopiedChat, ForkedChat } from './fork-state.ts';
import type { PointList } from './point-answers.ts';
import type { RestoreFailure } from './restore-draft.server.ts';
import type { TurnCaller } from './turns/admit-turn.server.ts';
import type { Ask, AskFailure } from './turns/ask.ts';

/** A chat without its texts. */
export interface ChatOutline {
  /** Id of the last message that is shown; null where there is none. */
  last: string | null;
  /** Id of the model that the person chose. */
  model: string | null;
}

/** The calls of a draft's object that concern its chat, and leave the draft as it is. */
interface ChatReads extends Rpc.DurableObjectBranded {
  /** The conversation as JSON (a `ChatView`): in bytes, as no call returns so long a text. */
  readChat(): ReadableStream<Uint8Array>;
  /** The last message that is shown, and the model that was chosen: no text is read for them. */
  readOutline(): ChatOutline;
  /** The attached files. */
  openAttachments(): ChatAttachments;
  /**
   * The lines of the running turn after the given one, as far and as long as this caller may read them; null if no
   * turn is running.
   */
  listen(after: number, access: DraftAccess): ReadableStream<Uint8Array> | null;
  /** Shows another branch of the conversation: the one that goes through this message. */
  show(leaf: string): Result<void, ChatFailure>;
  /** Calls the chat something else. */
  rename(title: string): Promise<void>;
  /**
   * The start of a fork: the chat up to a message, its size, and the draft as it was at that point.
   */
  fork(message: string | null, isOwn: boolean): ForkedChat | null;
  /** The messages of these ids as JSON, a line each; who does not own them gets them as readers do. */
  exportTexts(ids: string[], isOwn: boolean): ReadableStream<Uint8Array>;
  /** Begins the conversation of a new draft with that of another one. */
  adopt(copied: CopiedChat, texts: ReadableStream<Uint8Array>): Promise<void>;
  /** The restore points, oldest first. */
  listPoints(): ListedPoints;
  /** The content of the draft at a restore point; null if there is no point of that number. */
  readPoint(number: number): DraftContent | null;
}

/** All calls of a draft's object that concern its chat. */
export interface ChatCalls extends ChatReads {
  /** Begins a turn; its stream has every line from the first. */
  ask(
    ask: Ask,
    who: TurnCaller,
  ): Promise<Result<ReadableStream<Uint8Array>, AskFailure | { reason: 'unknown' | 'expired' }>>;
  /** Stops the running turn; returns whether there was one. */
  stop(): Promise<boolean>;
  /** Makes the draft what it was at a point; a new point says so. Refused while a turn runs. */
  restore(number: number, changed: string[]): Promise<Result<number, RestoreFailure>>;
  /** Carries out the owner's decision on a change set; refused while a turn runs. */
  decide(set: string, decision: ChangeSetDecision, origin: string): Promise<Decided>;
}

/** The restore points of a draft, and how much is stored for it. */
export type ListedPoints = Omit<PointList, 'current'>;

/** Why a decision on changes was not carried out; nothing was changed then. */
export type DecisionFailure = ChangeSetFailure | ApprovalFailure | DraftFailure;

/** The change set after a decision. */
export type Decided = Result<ChangeSetView, DecisionFailure>;

/** The object of a chat: the one of its draft. */
export function toChatStub(env: DraftBindings, id: string): DurableObjectStub<ChatReads> {
  return limitStub(env.DRAFTS.get(env.DRAFTS.idFromName(id)));
}

/** Begins a turn in the chat's object. */
export function askChat(env: DraftBindings, id: string, ask: Ask, who: TurnCaller) {
  return updateDraft(env, id, (stub: DurableObjectStub<ChatCalls>) => stub.ask(ask, who));
}

/** Stops the running turn; what it has made stays. */
export function stopChat(env: DraftBindings, id: string) {
  const stop = (stub: DurableObjectStub<ChatCalls>) => stub.stop();
  return updateDraft(env, id, stop, PATIENT_MS);
}

/** Makes the draft what it was at a point. */
export function restorePoint(env: DraftBindings, id: string, number: number, changed: string[]) {
  return updateDraft(env, id, (stub: DurableObjectStub<ChatCalls>) =>
    stub.restore(number, changed),
  );
}

/** Carries out the owner's decision on a change set. */
export function decideChanges(
  { env, origin }: Pick<AppContext, 'origin'> & { env: DraftBindings },
  id: string,
  set: string,
  decision: ChangeSetDecision,
) {
  const decide = (stub: DurableObjectStub<ChatCalls>) => stub.decide(set, decision, origin);
  return updateDraft(env, id, decide, PATIENT_MS);
}
