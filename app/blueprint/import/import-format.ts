import type { Result } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import type { ImportFailure } from './import-failure.ts';
import type { TextStart } from './text/text-start.ts';
import type { Warnings } from './warnings.ts';

/** A kind of document, recognised by its text. Screens load this: nothing that it imports may parse. */
export interface DocumentFormat {
  /** Kept as the kind of a source; see `blueprint.ts`. */
  id: string;
  /** As a sentence names it: "a Postman collection". */
  label: string;
  /** Whether a text begins as such a document; how it goes on the reader sees. Never throws. */
  detect: (start: TextStart) => boolean;
  /** Part of a description: the builder completes it, an import alone refuses it. */
  isFragment?: true;
  /**
   * A person writes such a text as a request of their own, as they write words: it is read beside
   * their words, and trusted like them.
   */
  isRequest?: true;
}

/** A format that servers are made of. */
export interface ImportFormat extends DocumentFormat {
  /** As a title names it, before the version. */
  name: string;
  /** Notations and versions that are read, as a sentence names them. */
  versions?: string;
  /** Its reader, which is loaded for the first document of the format. */
  loadReader: () => Promise<ReadFormat>;
}

/** Makes an OpenAPI document of a text, whatever the text was. */
export type ReadFormat = (
  text: string,
  warnings: Warnings,
) => Result<ReadRoot, ImportFailure> | Promise<Result<ReadRoot, ImportFailure>>;

export interface ReadRoot {
  root: JsonObject;
  /** Something may be marked as `readOnly` or `writeOnly`. */
  hasMarks: boolean;
  /** The version of the format that the text is written in; absent: that of the OpenAPI document. */
  version?: string;
}
