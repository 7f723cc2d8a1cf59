import type { JsonObject } from '#app/runtime/definition.ts';

import type { Dialect } from './openapi/dialect.ts';
import type { SharedParameters } from './openapi/parameters.ts';
import type { References } from './openapi/references.ts';
import type { SchemaImporter } from './schemas/schemas.ts';
import type { Warnings } from './warnings.ts';

/** State shared by all parts of one import. */
export interface ImportRun {
  root: JsonObject;
  dialect: Dialect;
  /** Address of the document. */
  url: string | null;
  warnings: Warnings;
  references: References;
  schemas: SchemaImporter;
  parameters: SharedParameters;
}
