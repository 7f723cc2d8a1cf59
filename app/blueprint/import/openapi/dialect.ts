import { refuse } from '#app/blueprint/import/import-failure.ts';
import type { ImportFailure } from '#app/blueprint/import/import-failure.ts';
import { own } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Warnings } from '#app/blueprint/import/warnings.ts';
import { succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

/** Version of the rules for reading a document. */
export type Dialect = '2.0' | '3.0' | '3.1' | '3.2';

export interface Format {
  dialect: Dialect;
  /** The version as the document states it. */
  version: string;
}

/** Determines the version of an OpenAPI document; rejects unknown versions. */
export function readFormat(root: JsonObject, warnings: Warnings): Result<Format, ImportFailure> {
  const key = own(root, 'openapi') !== undefined ? 'openapi' : 'swagger';
  const value = own(root, key);
  const version =
    typeof value === 'number' ? value.toFixed(1) : typeof value === 'string' ? value.trim() : '';
  const [, major = '', minor = ''] = /^v?(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  if (major === '2') return succeed({ dialect: '2.0', version });
  if (major === '3') {
    if (minor === '' || minor === '0') return succeed({ dialect: '3.0', version });
    if (minor === '1') return succeed({ dialect: '3.1', version });
    if (minor !== '2') {
      warnings.add(
        'version',
        at(null, key),
        `Version ${version} is newer than 3.2; the document is read as 3.2.`,
      );
    }
    return succeed({ dialect: '3.2', version });
  }
  const said = version === '' ? 'no version' : `version "${version.slice(0, 40)}"`;
  const message = `"${key}" says ${said}; versions 2.0, 3.0, 3.1 and 3.2 can be imported. Convert the document, or correct the version if it is wrong.`;
  return refuse('unsupported', message, [{ path: `$.${key}`, message }]);
}
