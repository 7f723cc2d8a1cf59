import type { ImportFormat } from '#app/blueprint/import/import-format.ts';

import { isCurlScript } from './detect.ts';

/** Commands of a shell, each a call of an operation. */
export const CURL: ImportFormat = {
  id: 'curl',
  name: 'cURL commands',
  label: 'cURL commands',
  isRequest: true,
  detect: isCurlScript,
  loadReader: async () => (await import('./curl-document.ts')).readCurlScript,
};
