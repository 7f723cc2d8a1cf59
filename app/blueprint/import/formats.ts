import { CURL } from './curl/format.ts';
import { FOREIGN_FORMATS, OTHER_JSON } from './foreign/formats.ts';
import type { DocumentFormat, ImportFormat } from './import-format.ts';
import { OPENAPI, OPENAPI_FRAGMENT } from './openapi/format.ts';
import { POSTMAN } from './postman/format.ts';

/** Formats that servers are made of, in order of precedence. A new one is a line here. */
export const FORMATS: readonly ImportFormat[] = [CURL, OPENAPI, POSTMAN];

/** All that is known to be a document, in order of precedence. */
export const KNOWN_FORMATS: readonly DocumentFormat[] = [
  ...FORMATS,
  ...FOREIGN_FORMATS,
  OPENAPI_FRAGMENT,
  OTHER_JSON,
];
