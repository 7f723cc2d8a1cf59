import * as z from 'zod/mini';

import { FieldChange } from '#app/blueprint/diff/field-change.ts';
import { RealCall } from '#app/builder/calls/real-call.ts';

/** A part of the server that a change touches, as the person gets it. */
const ChangedPart = z.object({
  /** Kind of part: `tools`, `upstreams`, `resources` and so on. */
  kind: z.string(),
  name: z.string(),
  change: z.enum(['added', 'changed', 'removed']),
  /** Of a changed part: names of the fields that differ; those of a tool's action as `action.path`. */
  fields: z.array(z.string()),
  /** A risk stands in it; absent in sets of earlier versions, too. */
  isRisky: z.optional(z.literal(true)),
  /** Its fields that differ, in both states; absent in sets of earlier versions, and until a set is shown. */
  values: z.optional(z.array(FieldChange)),
});
export type ChangedPart = z.infer<typeof ChangedPart>;

/** Changes that are approved or refused together, because they need each other. */
const ChangeItem = z.object({
  id: z.string(),
  /** Effects outside the draft, as sentences: each names a host, a secret, a tool or an address. */
  risks: z.array(z.string()),
  parts: z.array(ChangedPart),
  /** Number of parts that are left out of the list. */
  more: z.number(),
  /** A call with the real API, which is made when it is approved; it changes nothing of the server. */
  realCall: z.optional(RealCall),
});
export type ChangeItem = z.infer<typeof ChangeItem>;

/** `outdated`: the server was set back to an earlier state after the proposal. */
const Decision = z.enum(['open', 'approved', 'refused', 'outdated']);

/** Guarded changes of one turn, as the conversation shows them. */
export const ChangeSetView = z.object({
  id: z.string(),
  /** SHA-256 of everything that an approval would apply, hexadecimal. */
  hash: z.string(),
  items: z.array(ChangeItem),
  state: Decision,
  /** Ids of the items that were approved. */
  approved: z.array(z.string()),
  /** Its calls only read, so that they were made at once: nobody decided on them, and answers can be kept. */
  isOffer: z.optional(z.literal(true)),
});
export type ChangeSetView = z.infer<typeof ChangeSetView>;

/** Body of `POST /api/chats/:id/changes/:set`: the items that are not approved are refused. */
export const ChangeDecision = z.strictObject({
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  approve: z.array(z.string().check(z.maxLength(10))).check(z.maxLength(10_000)),
});
export type ChangeDecision = z.infer<typeof ChangeDecision>;

/** Body of `POST /api/chats/:id/changes/:set/keep`: the item whose answer becomes one of the mock. */
export const KeptAnswer = z.strictObject({ item: z.string().check(z.maxLength(10)) });

/** A decision of a person on a change set. */
export type ChangeSetDecision = ChangeDecision | z.infer<typeof KeptAnswer>;

const Unit = z.object({
  kind: z.string(),
  name: z.string(),
  /** Undefined: it is not there. */
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
});

/** An item with all that an approval needs: values of parts, or the call that is made then. */
export const HeldItem = z.extend(ChangeItem, {
  units: z.array(Unit),
  /** With a basis: the call of a tool with the real API, made only while that is the same. */
  call: z.optional(
    z.object({ tool: z.string(), input: z.unknown(), basis: z.optional(z.string()) }),
  ),
  /** Hosts in its parts that were named when it was made, and by whose text. */
  named: z.optional(z.record(z.string(), z.enum(['person', 'document']))),
});
export type HeldItem = z.infer<typeof HeldItem>;

/** A change set as it is stored until it is decided. */
export const ChangeSet = z.object({
  id: z.string(),
  hash: z.string(),
  /** The answer whose turn made it. */
  message: z.string(),
  items: z.array(HeldItem),
  /** Higher than that of those which were open before. */
  number: z.optional(z.number()),
});
export type ChangeSet = z.infer<typeof ChangeSet>;
