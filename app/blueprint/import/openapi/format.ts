import type { DocumentFormat, ImportFormat } from '#app/blueprint/import/import-format.ts';

import { isDescription, isDescriptionFragment } from './detect.ts';

/** OpenAPI 2.0 to 3.2, which every other format is turned into. */
export const OPENAPI: ImportFormat = {
  id: 'openapi',
  name: 'OpenAPI',
  label: 'an OpenAPI document',
  versions: 'JSON or YAML, version 2.0, 3.0, 3.1 or 3.2',
  detect: isDescription,
  loadReader: async () => (await import('#app/blueprint/import/read-document.ts')).readDocument,
};

/** Paths without the head that would make a document of them. */
export const OPENAPI_FRAGMENT: DocumentFormat = {
  id: 'openapi-fragment',
  label: 'a part of an OpenAPI document',
  isFragment: true,
  detect: isDescriptionFragment,
};
