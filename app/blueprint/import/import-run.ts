import type { JsonObject } from '#app/runtime/definition.ts';

import type { Dialect } from './dialect.ts';
import type { SharedParameters } from './parameters.ts';
import type { References } from './references.ts';
import type { SchemaImporter } from './schemas.ts';
import type { Warnings } from './warnings.ts';

/** What every part of one import shares. */
export interface ImportRun {
  root: JsonObject;
  dialect: Dialect;
  /** Where the document came from. */
  url: string | null;
  warnings: Warnings;
  references: References;
  schemas: SchemaImporter;
  parameters: SharedParameters;
}
