import { fromBase64 } from '../base64.ts';
import { isJsonObject } from '../json.ts';
import type { JsonValue } from '../json.ts';
import { ArgumentError } from './argument-error.ts';

/** A file argument, `{data: base64, name?, mediaType?}`, decoded. */
export interface FileArgument {
  bytes: Uint8Array<ArrayBuffer>;
  name?: string;
  mediaType?: string;
}

/**
 * Reads a file argument.
 *
 * @throws ArgumentError if its data is not base64.
 */
export function readFile(argument: string, value: JsonValue): FileArgument {
  const { data, name, mediaType } = isJsonObject(value) ? value : { data: value };
  const bytes = typeof data === 'string' ? fromBase64(data) : null;
  if (bytes === null) throw new ArgumentError(`${argument}.data`, 'must be the file in base64');
  return {
    bytes,
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(typeof mediaType === 'string' && isMediaType(mediaType) ? { mediaType } : {}),
  };
}

/** A concrete media type that is safe inside a header: no wildcard, no line break. */
export function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w.+-]+=(?:[\w.+:/-]+|"[^"\\\r\n]*"))*$/.test(
    text,
  );
}
