import * as z from 'zod';

import { DraftEnvironment } from './draft-environment.ts';

/** Characters of a secret's value at most; a signed token has some thousands. */
const MAX_SECRET_LENGTH = 16_384;

/** Body of `PATCH /api/drafts/:id`: at least one of both. */
export const DraftChange = z
  .strictObject({
    /** Named edits of the blueprint, applied all or none (`app/blueprint/edits.ts`). */
    edits: z.array(z.unknown()).min(1).max(1_000).optional(),
    /** `mock`: the document answers; `test`: the real upstream for who has the token. */
    environment: z.optional(DraftEnvironment),
  })
  .refine(({ edits, environment }) => edits !== undefined || environment !== undefined, {
    error: 'must have edits, environment or both',
  });
export type DraftChange = z.infer<typeof DraftChange>;

/** The origins that the person saw for the value: it is refused elsewhere, however late. */
const SeenOrigins = z.array(z.string()).max(100).optional();

/** Sets a secret's value. */
export const NewSecretValue = z.strictObject({
  value: z.string().min(1).max(MAX_SECRET_LENGTH),
  origins: SeenOrigins,
});

/** Body of `PUT /api/drafts/:id/secrets/:name`. */
export const SecretChange = z.union(
  [
    NewSecretValue,
    /** Its owner says that the value may go to where its upstreams are now. */
    z.strictObject({ confirm: z.literal(true), origins: SeenOrigins }),
  ],
  {
    error: `must be {"value": a text of 1 to ${MAX_SECRET_LENGTH} characters} or {"confirm": true}`,
  },
);
export type SecretChange = z.infer<typeof SecretChange>;
