import * as z from 'zod/mini';

import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { DraftFull } from './draft-budget.ts';
import { DraftEnvironment } from './draft-environment.ts';
import { ProjectBase } from './project-base.ts';
import { Hiding, SnapshotFacts, type ShowcaseListing } from './publishing/showcase-listing.ts';
import { Visibility } from './visibility.ts';

/** A draft of a guest lives so long after its last change. */
export const DRAFT_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
/** An expired draft answers 410 for so long, then it is unknown. */
export const TOMBSTONE_MS = 30 * 24 * 60 * 60 * 1000;

/** How long the owner of a deleted draft may take it back. */
export const UNDELETE_MS = 24 * 60 * 60 * 1000;

/** Content hashes of the parts of a draft; the contents are in R2. */
export const DraftContent = z.object({
  blueprint: z.string(),
  artifact: z.string(),
  /** Hash of the warnings: the parts of the document that the import could not carry over. */
  warnings: z.string(),
  /** Bytes of what is stored of each; absent in drafts that were made before they were counted. */
  bytes: z.optional(
    z.object({ blueprint: z.number(), artifact: z.number(), warnings: z.number() }),
  ),
  /** The summary that lists of drafts show. */
  about: z.optional(
    z.object({
      title: z.string(),
      tools: z.number(),
      /** Absent in drafts that were made before lists said it. */
      summary: z.optional(z.string()),
      toolNames: z.optional(z.array(z.string())),
    }),
  ),
});
export type DraftContent = z.infer<typeof DraftContent>;

/** A public draft and its chat as everybody sees them, whatever their owner changes meanwhile. */
export const Snapshot = z.extend(SnapshotFacts, { content: DraftContent });
export type Snapshot = z.infer<typeof Snapshot>;

/** All that a draft's object remembers. */
export const DraftHead = z.extend(DraftContent, {
  id: z.string(),
  /** Rises by one with every change. */
  revision: z.number(),
  environment: DraftEnvironment,
  /** Id of the account that it belongs to, or of the guest who made it. */
  owner: z.string(),
  createdAt: z.number(),
  /** Null: an account's draft, kept until its owner removes it. */
  expiresAt: z.nullable(z.number()),
  /** Absent: private. */
  visibility: z.optional(Visibility),
  /** The state that others see while it is public. Absent in drafts that became public before there were snapshots. */
  snapshot: z.optional(Snapshot),
  /** Absent: no operator hides it. */
  hiding: z.optional(Hiding),
  /** Its owner deleted it then; for {@link UNDELETE_MS} that can be taken back. */
  deletedAt: z.optional(z.number()),
  /** The version that it was saved as or opened from last. Absent: it belongs to no project. */
  base: z.optional(ProjectBase),
});
export type DraftHead = z.infer<typeof DraftHead>;

/** On whose behalf the draft calls other hosts. */
export function toHostCaller({ owner, expiresAt }: Pick<DraftHead, 'owner' | 'expiresAt'>): {
  owner: string;
  isKept: boolean;
} {
  return { owner, isKept: expiresAt === null };
}

export const DraftState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('empty') }),
  z.object({ kind: z.literal('live'), head: DraftHead }),
  z.object({ kind: z.literal('expired'), until: z.number() }),
]);
export type DraftState = z.infer<typeof DraftState>;

export type DraftEvent =
  | {
      kind: 'create';
      id: string;
      owner: string;
      /** It belongs to an account, so it does not expire. */
      isKept: boolean;
      content: DraftContent;
      /** The version that it is opened from. */
      base?: ProjectBase;
    }
  | {
      kind: 'change';
      /** The change is refused unless this is still the revision. */
      revision: number;
      content?: DraftContent;
      /** The changes to the content, in sentences. */
      changed?: string[];
      /** Title of the document that was imported: a restore point of its own. */
      imported?: string;
      environment?: DraftEnvironment;
    }
  /** Without a snapshot, a draft that is public shows the one that it has. */
  | { kind: 'share'; visibility: Visibility; snapshot?: NewSnapshot }
  /** The words of a public one in the showcase change. */
  | { kind: 'list'; listing: ShowcaseListing }
  /** An operator keeps it from everybody but its owner; null: not any more. */
  | { kind: 'hide'; reason: string | null }
  /** It was saved as this version. What it contains stays, and so does its revision. */
  | { kind: 'link'; base: ProjectBase }
  | { kind: 'delete' }
  | { kind: 'undelete' }
  /** A guest has signed in: their draft becomes their account's. */
  | { kind: 'claim'; guest: string; account: string }
  /** Its account is being deleted. */
  | { kind: 'remove'; owner: string }
  | { kind: 'alarm' };

/** A snapshot that was just made. */
export type NewSnapshot = Omit<Snapshot, 'at' | 'updatedAt'>;

export type DraftFailure =
  | { reason: 'unknown' }
  | { reason: 'expired' }
  | { reason: 'taken' }
  | { reason: 'conflict'; revision: number }
  /** The builder is at work on it. */
  | { reason: 'atWork' }
  | DraftFull;

/** The next state of a draft. Pure: the object that calls it only stores and reads the clock. */
export function reduceDraft(
  state: DraftState,
  event: DraftEvent,
  now: number,
): Result<DraftState, DraftFailure> {
  const current = expireIfDue(state, now);
  if (event.kind === 'alarm') return succeed(current);
  if (event.kind === 'create') {
    if (current.kind !== 'empty') return fail({ reason: 'taken' });
    return succeed({
      kind: 'live',
      head: {
        id: event.id,
        owner: event.owner,
        ...event.content,
        revision: 1,
        environment: 'mock',
        createdAt: now,
        expiresAt: event.isKept ? null : now + DRAFT_LIFETIME_MS,
        ...(event.base ? { base: event.base } : {}),
      },
    });
  }
  if (current.kind !== 'live') return fail({ reason: absence(current) });
  const { head } = current;
  switch (event.kind) {
    case 'claim':
      return claim(head, event);
    case 'remove':
      if (event.owner !== head.owner) return fail({ reason: 'unknown' });
      return succeed({ kind: 'expired', until: now + TOMBSTONE_MS });
    case 'undelete': {
      const { deletedAt: _gone, ...kept } = head;
      return succeed({ kind: 'live', head: kept });
    }
    case 'delete':
      return succeed({ kind: 'live', head: { deletedAt: now, ...head } });
    case 'share':
    case 'list':
    case 'hide':
    case 'link':
    case 'change':
      if (head.deletedAt !== undefined) return fail({ reason: 'unknown' });
      return change(head, event, now);
  }
}

function change(
  head: DraftHead,
  event: Extract<DraftEvent, { kind: 'share' | 'list' | 'hide' | 'link' | 'change' }>,
  now: number,
): Result<DraftState, DraftFailure> {
  if (event.kind === 'share') return succeed({ kind: 'live', head: share(head, event, now) });
  if (event.kind === 'list') {
    if (!head.snapshot) return fail({ reason: 'unknown' });
    const snapshot = { ...head.snapshot, listing: event.listing };
    return succeed({ kind: 'live', head: { ...head, snapshot } });
  }
  if (event.kind === 'hide') {
    const { hiding: _shown, ...rest } = head;
    const hiding = event.reason === null ? {} : { hiding: { reason: event.reason, at: now } };
    return succeed({ kind: 'live', head: { ...rest, ...hiding } });
  }
  if (event.kind === 'link') {
    return succeed({ kind: 'live', head: { ...head, base: event.base } });
  }
  if (event.revision !== head.revision)
    return fail({ reason: 'conflict', revision: head.revision });
  return succeed({
    kind: 'live',
    head: {
      ...head,
      ...event.content,
      environment: event.environment ?? head.environment,
      revision: head.revision + 1,
      expiresAt: head.expiresAt === null ? null : now + DRAFT_LIFETIME_MS,
    },
  });
}

/** A public draft has a snapshot, every other has none: what is taken back is kept nowhere. */
function share(
  { snapshot: shown, ...head }: DraftHead,
  { visibility, snapshot: next }: Extract<DraftEvent, { kind: 'share' }>,
  now: number,
): DraftHead {
  if (visibility !== 'public') return { ...head, visibility };
  const made = next && { ...next, at: shown?.at ?? now, updatedAt: now };
  const snapshot = made ?? shown;
  return { ...head, visibility, ...(snapshot ? { snapshot } : {}) };
}

/**
 * Hands a guest's draft over, from that guest only; a second time changes nothing. Its revision
 * stays, because what it contains stays: a page that is open goes on editing.
 */
function claim(
  head: DraftHead,
  { guest, account }: { guest: string; account: string },
): Result<DraftState, DraftFailure> {
  if (head.owner === account) return succeed({ kind: 'live', head });
  if (head.owner !== guest) return fail({ reason: 'unknown' });
  return succeed({ kind: 'live', head: { ...head, owner: account, expiresAt: null } });
}

/** The head of a live draft, or why there is none. */
export function readHead(
  state: DraftState,
  now: number,
): Result<DraftHead, { reason: 'unknown' | 'expired' }> {
  const current = expireIfDue(state, now);
  if (current.kind !== 'live') return fail({ reason: absence(current) });
  return current.head.deletedAt === undefined ? succeed(current.head) : fail({ reason: 'unknown' });
}

/** When a draft ends if nothing happens: its time is over, or its deletion is final. */
export function endOf({
  expiresAt,
  deletedAt,
}: Pick<DraftHead, 'expiresAt' | 'deletedAt'>): number | null {
  if (deletedAt === undefined) return expiresAt;
  return Math.min(deletedAt + UNDELETE_MS, expiresAt ?? Infinity);
}

/** When the object must look at its state again; null where nothing is left to do. */
export function nextAlarm(state: DraftState): number | null {
  if (state.kind === 'live') return endOf(state.head);
  return state.kind === 'expired' ? state.until : null;
}

function expireIfDue(state: DraftState, now: number): DraftState {
  if (state.kind === 'live') {
    const end = endOf(state.head);
    if (end === null || now < end) return state;
    return { kind: 'expired', until: end + TOMBSTONE_MS };
  }
  return state.kind === 'expired' && now >= state.until ? { kind: 'empty' } : state;
}

function absence(state: DraftState): 'unknown' | 'expired' {
  return state.kind === 'expired' ? 'expired' : 'unknown';
}
