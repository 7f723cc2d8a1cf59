import * as z from 'zod';

import { PartId } from './tool.ts';

/** Fingerprints of the aspects of a part, by their names. */
const Prints = z.record(z.string(), z.string());

/**
 * The parts that imports of a document made, as they were made: an aspect whose fingerprint differs was
 * edited since, and a later import leaves it alone.
 */
export const ImportRecord = z.strictObject({
  /** Tools by their operations; also those that were removed since. */
  operations: z.record(z.string(), Prints),
  /** APIs that the document names. */
  upstreams: z.array(
    z.strictObject({
      /** Its id among those of the document. */
      key: PartId,
      /** Id of the upstream that was made of it. */
      id: PartId,
      /** Base URL in the document. */
      baseUrl: z.string(),
      prints: Prints,
    }),
  ),
});
export type ImportRecord = z.infer<typeof ImportRecord>;
