import type {
  BodyContent,
  HttpBody,
  HttpConstant,
  JsonObject,
  JsonValue,
  PartEncoding,
} from '../definition.ts';
import { isJsonObject, toText, valueOf } from '../json.ts';
import { percentEncode } from './percent-encode.ts';
import { isMediaType, readFile } from './read-file.ts';
import { formPairs } from './serialize-content.ts';
import { serializePairs } from './serialize-style.ts';
import type { Pair } from './serialize-style.ts';
import { writeMultipart } from './write-multipart.ts';

export interface SerializedBody {
  /** The `Content-Type`. */
  mediaType: string;
  content: string | Uint8Array;
}

/** Encoding of a body that contains only constants. */
const CONSTANTS_ONLY: HttpBody = {
  argument: '',
  contents: [{ mediaType: 'application/json', encoding: 'json' }],
};

/**
 * Serializes the body argument and the body's constants in the chosen media type; null if there is neither.
 *
 * @throws ArgumentError if a value cannot be sent as it is.
 */
export function serializeBody(
  body: HttpBody | undefined,
  args: JsonObject,
  constants: readonly HttpConstant[] = [],
): SerializedBody | null {
  const given = body === undefined ? undefined : toWire(valueOf(args, body.argument), body);
  const value = withConstants(given, constants);
  if (value === undefined) return null;
  return writeBody(body ?? CONSTANTS_ONLY, value, args);
}

function writeBody(body: HttpBody, value: JsonValue, args: JsonObject): SerializedBody | null {
  const wanted =
    body.mediaTypeArgument === undefined ? null : valueOf(args, body.mediaTypeArgument);
  const content = body.contents.find(({ mediaType }) => mediaType === wanted) ?? body.contents[0];
  return content === undefined ? null : write(content, value, body.argument);
}

/** The value under the names that the API uses. */
function toWire(value: JsonValue | undefined, { names }: HttpBody): JsonValue | undefined {
  if (names === undefined || !isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([property, item]) => [
      Object.hasOwn(names, property) ? (names[property] ?? property) : property,
      item,
    ]),
  );
}

/** A value merged with the body's constants; only an object has room for them. */
function withConstants(
  value: JsonValue | undefined,
  constants: readonly HttpConstant[],
): JsonValue | undefined {
  if (constants.length === 0 || (value !== undefined && !isJsonObject(value))) return value;
  const fixed = constants.map((constant) => [constant.name, constant.value] as const);
  return Object.fromEntries([...Object.entries(value ?? {}), ...fixed]);
}

function write(content: BodyContent, value: JsonValue, argument: string): SerializedBody {
  switch (content.encoding) {
    case 'json':
      return { mediaType: concrete(content, 'application/json'), content: JSON.stringify(value) };
    case 'form':
      return {
        mediaType: concrete(content, 'application/x-www-form-urlencoded'),
        content: writeForm(value, content.parts ?? {}),
      };
    case 'multipart':
      return writeMultipart(
        concrete(content, 'multipart/form-data'),
        isJsonObject(value) ? value : { [argument]: value },
        content.parts ?? {},
        argument,
      );
    case 'text':
      return { mediaType: concrete(content, 'text/plain'), content: toText(value) };
    case 'binary': {
      const file = readFile(argument, value);
      const declared = concrete(content, 'application/octet-stream');
      const mediaType =
        declared === 'application/octet-stream' ? (file.mediaType ?? declared) : declared;
      return { mediaType, content: file.bytes };
    }
  }
}

/** Documents may say `image/*`; a request needs a concrete type. */
function concrete(content: BodyContent, fallback: string): string {
  return isMediaType(content.mediaType) ? content.mediaType : fallback;
}

/** `application/x-www-form-urlencoded`, with spaces as `+`, as HTML forms write them. */
function writeForm(value: JsonValue, parts: { [property: string]: PartEncoding }): string {
  if (!isJsonObject(value)) return toText(value);
  return Object.entries(value)
    .flatMap(([name, item]) => propertyPairs(name, item, parts[name] ?? {}))
    .map(([name, text]) => `${name}=${text ?? ''}`.replaceAll('%20', '+'))
    .join('&');
}

function propertyPairs(name: string, value: JsonValue, part: PartEncoding): Pair[] {
  const { style, explode, allowReserved } = part;
  if (style !== undefined || explode !== undefined || allowReserved !== undefined) {
    // OpenAPI 3.2, Encoding Object: any of these three enables the styles.
    return serializePairs(
      {
        name,
        style: style ?? 'form',
        explode: explode ?? (style ?? 'form') === 'form',
        unescaped: allowReserved === true ? 'query' : 'none',
      },
      value,
    );
  }
  const isJson = part.mediaType !== undefined && /json/i.test(part.mediaType);
  if (isJson) return [[percentEncode(name), percentEncode(JSON.stringify(value))]];
  return formPairs(name, value);
}
