import { FILE_SCHEMA } from '#app/blueprint/file-schema.ts';
import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { isObject, listAt, own } from '#app/blueprint/import/json-object.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { encodingOf } from './media-types.ts';

/** The schema of an argument that is a file: `{data, name?, mediaType?}`. */
export function fileReference(run: ImportRun): JsonObject {
  return run.schemas.shared('FileArgument', FILE_SCHEMA);
}

/** Whether a part of a multipart body is a file, or a list of files. */
export function fileKind(
  run: ImportRun,
  schema: JsonValue | undefined,
  mediaType: string | null,
): 'file' | 'files' | null {
  const followed = run.references.follow(schema, null);
  if (!followed.found || !isObject(followed.value)) return null;
  const { value } = followed;
  if (isFile(run, value, mediaType)) return 'file';
  if (own(value, 'type') !== 'array') return null;
  return fileKind(run, own(value, 'items'), mediaType) === 'file' ? 'files' : null;
}

function isFile(run: ImportRun, schema: JsonObject, mediaType: string | null): boolean {
  const type = own(schema, 'type');
  const types = Array.isArray(type) ? type : [type];
  if (type === 'file' || own(schema, 'format') === 'binary') return true;
  const isText = types.includes('string') || type === undefined;
  const contentType = own(schema, 'contentMediaType');
  if (isText && typeof contentType === 'string' && own(schema, 'contentEncoding') === undefined) {
    return encodingOf(contentType) === 'binary';
  }
  if (
    types.includes('string') &&
    own(schema, 'format') === undefined &&
    own(schema, 'enum') === undefined &&
    mediaType !== null
  ) {
    return mediaType.split(',').every((one) => encodingOf(one) === 'binary');
  }
  // Since 3.1 a part without a schema is bytes.
  const is31 = run.dialect === '3.1' || run.dialect === '3.2';
  if (is31 && Object.keys(schema).every((key) => key === 'description' || key === 'title'))
    return true;
  return ['anyOf', 'oneOf'].some((key) =>
    listAt(schema, key).some((member) => isObject(member) && isFile31Member(member)),
  );
}

/** "A file or null" is how generators write an optional file. */
function isFile31Member(member: JsonObject): boolean {
  return (
    own(member, 'format') === 'binary' ||
    own(member, 'contentMediaType') === 'application/octet-stream'
  );
}
