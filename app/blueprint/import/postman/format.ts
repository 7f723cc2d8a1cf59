import type { ImportFormat } from '#app/blueprint/import/import-format.ts';

import { isCollection } from './detect.ts';

/** Collections of Postman, version 2.0 and 2.1; version 1 is refused by its name. */
export const POSTMAN: ImportFormat = {
  id: 'postman',
  name: 'Postman collection',
  label: 'a Postman collection',
  versions: 'version 2.0 or 2.1',
  detect: isCollection,
  loadReader: async () => (await import('./read-collection.ts')).readCollection,
};
